-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "tenant_id" TEXT,
    "partner_id" TEXT,
    "identity_id" TEXT,
    "sequence" BIGINT,
    "data" JSON NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_counters" (
    "owner_id" TEXT NOT NULL,
    "last" BIGINT NOT NULL,

    CONSTRAINT "event_counters_pkey" PRIMARY KEY ("owner_id")
);

-- CreateIndex
CREATE INDEX "events_tenant_id_position_idx" ON "events"("tenant_id", "position");

-- CreateIndex
CREATE INDEX "events_identity_id_position_idx" ON "events"("identity_id", "position");

-- CreateIndex
CREATE INDEX "events_position_idx" ON "events"("position");

-- CreateTable
CREATE TABLE "request_logs" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "slot" BIGINT NOT NULL,
    "many" INTEGER NOT NULL,
    "classes" INTEGER[],
    "codes" TEXT[],
    "routes" TEXT[],
    "key_ids" TEXT[],
    "calls" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "request_logs_tenant_id_slot_idx" ON "request_logs"("tenant_id", "slot" DESC);

-- CreateIndex
CREATE INDEX "request_logs_created_at_idx" ON "request_logs"("created_at");

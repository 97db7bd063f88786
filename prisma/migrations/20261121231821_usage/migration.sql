-- CreateTable
CREATE TABLE "usage_days" (
    "tenant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "inbound" BIGINT NOT NULL DEFAULT 0,
    "outbound" BIGINT NOT NULL DEFAULT 0,
    "sends" BIGINT NOT NULL DEFAULT 0,
    "triage" BIGINT NOT NULL DEFAULT 0,
    "search" BIGINT NOT NULL DEFAULT 0,
    "agentic" BIGINT NOT NULL DEFAULT 0,
    "assertions" BIGINT NOT NULL DEFAULT 0,
    "http_signatures" BIGINT NOT NULL DEFAULT 0,
    "ai_neurons" BIGINT NOT NULL DEFAULT 0,
    "storage_bytes" BIGINT NOT NULL DEFAULT 0,
    "measured_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("tenant_id","day")
);

-- CreateTable
CREATE TABLE "usage_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "through" DATE NOT NULL,

    CONSTRAINT "usage_progress_pkey" PRIMARY KEY ("id")
);

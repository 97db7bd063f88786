-- CreateTable
CREATE TABLE "agentic_counters" (
    "tenant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "agentic_counters_pkey" PRIMARY KEY ("tenant_id","day")
);

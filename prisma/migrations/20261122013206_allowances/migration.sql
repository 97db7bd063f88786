-- AlterTable
ALTER TABLE "sends" ADD COLUMN     "metered_on" DATE;

-- CreateTable
CREATE TABLE "allowance_counters" (
    "tenant_id" TEXT NOT NULL,
    "feature" TEXT NOT NULL,
    "period" DATE NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "is_told" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "allowance_counters_pkey" PRIMARY KEY ("tenant_id","feature","period")
);

-- CreateIndex
CREATE INDEX "allowance_counters_period_idx" ON "allowance_counters"("period");

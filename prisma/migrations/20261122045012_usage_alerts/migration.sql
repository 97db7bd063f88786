-- AlterTable
ALTER TABLE "allowance_counters" ADD COLUMN     "alerted" DOUBLE PRECISION NOT NULL DEFAULT 0;

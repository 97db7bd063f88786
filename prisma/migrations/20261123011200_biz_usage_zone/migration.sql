-- AlterTable
ALTER TABLE "usage_days" ADD COLUMN     "zone" TEXT;

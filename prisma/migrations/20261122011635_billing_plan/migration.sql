-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "plan_id" TEXT NOT NULL DEFAULT 'free';

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "advised_records" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "registration" JSONB,
ADD COLUMN     "registration_asked_at" TIMESTAMPTZ(3);

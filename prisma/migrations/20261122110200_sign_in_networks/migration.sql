-- AlterTable
ALTER TABLE "sign_in_requests" ADD COLUMN     "network_hash" BYTEA;

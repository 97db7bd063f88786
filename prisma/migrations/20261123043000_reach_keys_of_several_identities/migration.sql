-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "identity_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "tools" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "oauth_requests" ADD COLUMN     "identity_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "api_keys_identity_ids_idx" ON "api_keys" USING GIN ("identity_ids");

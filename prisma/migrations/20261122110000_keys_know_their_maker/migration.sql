-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_cidrs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "created_by_user_id" TEXT,
ADD COLUMN     "prefix" TEXT;

-- Keys of before: the audit log knows which person made them.
UPDATE "api_keys" k SET "created_by_user_id" = a."actor_user_id"
FROM "audit_events" a
WHERE a."target_id" = k."id" AND a."action" = 'key.create' AND a."actor_user_id" IS NOT NULL
  AND k."created_by_key_id" IS NULL;

-- CreateIndex
CREATE INDEX "api_keys_created_by_key_id_idx" ON "api_keys"("created_by_key_id");

-- CreateIndex
CREATE INDEX "api_keys_created_by_user_id_idx" ON "api_keys"("created_by_user_id");

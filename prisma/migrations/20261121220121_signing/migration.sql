-- CreateTable
CREATE TABLE "identity_keys" (
    "kid" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "public_x" TEXT NOT NULL,
    "private_key" BYTEA,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retire_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "identity_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateIndex
CREATE INDEX "identity_keys_identity_id_created_at_idx" ON "identity_keys"("identity_id", "created_at");

-- CreateIndex
CREATE INDEX "identity_keys_retire_at_idx" ON "identity_keys"("retire_at");

-- Written by hand: what prisma/schema cannot say.
-- An identity signs with one key at a time.
CREATE UNIQUE INDEX "identity_keys_one_active" ON "identity_keys"("identity_id") WHERE "status" = 'active';

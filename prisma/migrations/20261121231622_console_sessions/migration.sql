-- AlterTable
ALTER TABLE "sign_in_tokens" ADD COLUMN     "request_id" BYTEA;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "is_operator" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sign_in_requests" (
    "id" BYTEA NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "user_id" TEXT,
    "code_hash" BYTEA,
    "kid" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "kid" TEXT NOT NULL,
    "tenant_id" TEXT,
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sign_in_requests_address_hash_created_at_idx" ON "sign_in_requests"("address_hash", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_requests_expires_at_idx" ON "sign_in_requests"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_tokens_user_id_idx" ON "sign_in_tokens"("user_id");

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "oauth_client_id" TEXT;

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uri" TEXT,
    "redirect_uris" TEXT[],
    "auth_method" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_requests" (
    "handle_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_uri" TEXT,
    "redirect_uri" TEXT,
    "state" TEXT,
    "code_challenge" TEXT,
    "scopes" TEXT[],
    "user_code" TEXT,
    "polled_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decision" TEXT,
    "user_id" TEXT,
    "tenant_id" TEXT,
    "identity_id" TEXT,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "grant_expires_at" TIMESTAMPTZ(3),
    "code_hash" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "key_id" TEXT,

    CONSTRAINT "oauth_requests_pkey" PRIMARY KEY ("handle_hash")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "key_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_uri" TEXT,
    "tenant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refreshed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "oauth_refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "oauth_clients_expires_at_idx" ON "oauth_clients"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_requests_user_code_key" ON "oauth_requests"("user_code");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_requests_code_hash_key" ON "oauth_requests"("code_hash");

-- CreateIndex
CREATE INDEX "oauth_requests_expires_at_idx" ON "oauth_requests"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_requests_tenant_id_idx" ON "oauth_requests"("tenant_id");

-- CreateIndex
CREATE INDEX "oauth_grants_tenant_id_key_id_idx" ON "oauth_grants"("tenant_id", "key_id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_key_id_idx" ON "oauth_refresh_tokens"("key_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_expires_at_idx" ON "oauth_refresh_tokens"("expires_at");

-- CreateTable
CREATE TABLE "domain_test_mails" (
    "id" TEXT NOT NULL,
    "domain_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "identity_id" TEXT,
    "recipient" TEXT,
    "message_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "response" TEXT,
    "seen" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3),

    CONSTRAINT "domain_test_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "domain_test_mails_token_hash_key" ON "domain_test_mails"("token_hash");

-- CreateIndex
CREATE INDEX "domain_test_mails_domain_id_id_idx" ON "domain_test_mails"("domain_id", "id");

-- CreateIndex
CREATE INDEX "domain_test_mails_tenant_id_idx" ON "domain_test_mails"("tenant_id");

-- CreateIndex
CREATE INDEX "domain_test_mails_identity_id_idx" ON "domain_test_mails"("identity_id");

-- CreateIndex
CREATE INDEX "domain_test_mails_created_at_idx" ON "domain_test_mails"("created_at");

-- AddForeignKey
ALTER TABLE "domain_test_mails" ADD CONSTRAINT "domain_test_mails_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As for all tables whose rows name their tenant (migration row_security).
alter table domain_test_mails enable row level security;
create policy tenant on domain_test_mails using (tenant_id = any (proofmail_tenants()))
  with check (tenant_id = any (proofmail_tenants()));

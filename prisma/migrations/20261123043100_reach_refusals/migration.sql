-- CreateTable
CREATE TABLE "smtp_refusals" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT,
    "recipient" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "smtp_code" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "message_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "smtp_refusals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "smtp_refusals_tenant_id_id_idx" ON "smtp_refusals"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "smtp_refusals_identity_id_id_idx" ON "smtp_refusals"("identity_id", "id");

-- CreateIndex
CREATE INDEX "smtp_refusals_message_id_idx" ON "smtp_refusals"("message_id");

-- CreateIndex
CREATE INDEX "smtp_refusals_at_idx" ON "smtp_refusals"("at");

-- As for all tables whose rows name their tenant (migration row_security).
alter table smtp_refusals enable row level security;
create policy tenant on smtp_refusals using (tenant_id = any (proofmail_tenants()))
  with check (tenant_id = any (proofmail_tenants()));

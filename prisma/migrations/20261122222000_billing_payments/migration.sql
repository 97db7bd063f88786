-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "topups" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "paid_accounts" (
    "tenant_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "status" TEXT,
    "plan_id" TEXT,
    "topups" JSONB NOT NULL DEFAULT '{}',
    "current_period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "grace_until" TIMESTAMPTZ(3),
    "reads_begun" BIGINT NOT NULL DEFAULT 0,
    "read_written" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "paid_accounts_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customer_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "paid_accounts_customer_id_key" ON "paid_accounts"("customer_id");

-- CreateIndex
CREATE INDEX "paid_accounts_grace_until_idx" ON "paid_accounts"("grace_until");

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

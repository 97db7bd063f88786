-- A receipt that cannot be stored counts its failures, and ends among the dead letters: `dead_ref` names the row. A dead
-- letter that is discarded takes its receipt along. `fair_at` orders the queue so that no tenant or network fills it.
ALTER TABLE "inbound_receipts"
  ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "fair_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "dead_ref" TEXT;
CREATE INDEX "inbound_receipts_dead_ref_idx" ON "inbound_receipts"("dead_ref");
ALTER TABLE "inbound_receipts" ADD CONSTRAINT "inbound_receipts_dead_ref_fkey"
  FOREIGN KEY ("dead_ref") REFERENCES "dead_letters"("ref") ON DELETE CASCADE ON UPDATE CASCADE;
-- Partial, so no part of the Prisma schema.
CREATE INDEX "inbound_receipts_waiting" ON "inbound_receipts"("fair_at", "id") WHERE "dead_ref" IS NULL;

-- Messages that answer one which has not come yet: when it comes, it joins their thread.
CREATE TABLE "awaited_messages" (
  "identity_id" TEXT NOT NULL,
  "rfc_message_id" TEXT NOT NULL,
  "thread_id" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "awaited_messages_pkey" PRIMARY KEY ("identity_id", "rfc_message_id")
);
CREATE INDEX "awaited_messages_thread_id_idx" ON "awaited_messages"("thread_id");
ALTER TABLE "awaited_messages" ADD CONSTRAINT "awaited_messages_thread_id_fkey"
  FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

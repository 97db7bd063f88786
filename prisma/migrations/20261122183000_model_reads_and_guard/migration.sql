-- Which messages a key has read, so that the guard of outgoing mail knows what an agent was told. Kept for two days.
CREATE TABLE "model_reads" (
  "key_id" TEXT NOT NULL,
  "message_id" TEXT NOT NULL,
  "identity_id" TEXT NOT NULL,
  "read_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "model_reads_pkey" PRIMARY KEY ("key_id", "message_id")
);
CREATE INDEX "model_reads_key_id_identity_id_read_at_idx" ON "model_reads"("key_id", "identity_id", "read_at" DESC);
CREATE INDEX "model_reads_message_id_idx" ON "model_reads"("message_id");
CREATE INDEX "model_reads_read_at_idx" ON "model_reads"("read_at");

-- The verdict of the guard on a send, and the messages that the same key had read before it.
ALTER TABLE "sends"
  ADD COLUMN "guard" JSONB,
  ADD COLUMN "read_message_ids" TEXT[] NOT NULL DEFAULT '{}';

-- How the tools of MCP show mail to this key; null for the safe view.
ALTER TABLE "api_keys" ADD COLUMN "mcp_view" TEXT;

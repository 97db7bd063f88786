-- AlterTable
ALTER TABLE "members" ADD COLUMN     "given_by" TEXT;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "approval" JSONB;

-- CreateTable
CREATE TABLE "approvals" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reasons" TEXT[],
    "evidence" JSONB NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "draft" JSONB,
    "original" JSONB,
    "requested_by_type" TEXT NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_type" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "comment" TEXT,
    "batch" TEXT,
    "notified_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drafts" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "thread_id" TEXT,
    "in_reply_to_message_id" TEXT,
    "to" JSONB NOT NULL,
    "cc" JSONB NOT NULL,
    "bcc" JSONB NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT,
    "html" TEXT,
    "headers" JSONB NOT NULL,
    "metadata" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by_type" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "draft_attachments" (
    "id" TEXT NOT NULL,
    "draft_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "disposition" TEXT NOT NULL,
    "content_id" TEXT,
    "blob_id" TEXT NOT NULL,
    "risk" TEXT,

    CONSTRAINT "draft_attachments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "approvals_message_id_key" ON "approvals"("message_id");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_id_idx" ON "approvals"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "approvals_identity_id_id_idx" ON "approvals"("identity_id", "id");

-- CreateIndex
CREATE INDEX "drafts_identity_id_id_idx" ON "drafts"("identity_id", "id");

-- CreateIndex
CREATE INDEX "drafts_thread_id_idx" ON "drafts"("thread_id");

-- CreateIndex
CREATE INDEX "draft_attachments_draft_id_position_idx" ON "draft_attachments"("draft_id", "position");

-- CreateIndex
CREATE INDEX "draft_attachments_blob_id_idx" ON "draft_attachments"("blob_id");

-- What waits is found by its tenant and by its time. Partial, so no part of the Prisma schema.
CREATE INDEX "approvals_pending" ON "approvals" ("tenant_id", "id") WHERE "status" = 'pending';

-- No key both sends and approves, whatever path made it. The permission is new, so no row breaks the rule.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_send_or_approve"
  CHECK (NOT ("permissions" @> ARRAY['messages:send', 'sends:approve']));

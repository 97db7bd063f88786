-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "partner_id" TEXT,
    "tenant_id" TEXT,
    "identity_id" TEXT,
    "permissions" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_by_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "valid_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_secrets_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateTable
CREATE TABLE "attachment_pages" (
    "attachment_id" TEXT NOT NULL,
    "page" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "attachment_pages_pkey" PRIMARY KEY ("attachment_id","page")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT,
    "partner_id" TEXT,
    "actor_key_id" TEXT,
    "actor_user_id" TEXT,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "pause_reason" TEXT,
    "owner_name" TEXT,
    "owner_email" TEXT,
    "signature" JSONB,
    "send_policy" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "client_id" TEXT,
    "client_hash" BYTEA,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "addresses" (
    "id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "domain_id" TEXT,
    "address" TEXT NOT NULL,
    "local_part" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_platform" BOOLEAN NOT NULL DEFAULT false,
    "has_received" BOOLEAN NOT NULL DEFAULT false,
    "retire_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_receipts" (
    "id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "envelope_from" TEXT NOT NULL,
    "recipients" TEXT[],
    "helo_name" TEXT NOT NULL,
    "remote_address" TEXT NOT NULL,
    "raw_id" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,

    CONSTRAINT "inbound_receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "operation" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "response" JSONB NOT NULL,
    "message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "ring_keys" (
    "kid" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "material" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verify_until" TIMESTAMPTZ(3),

    CONSTRAINT "ring_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "blobs" (
    "id" TEXT NOT NULL,
    "content" BYTEA,
    "object_key" TEXT,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "tenant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- CreateTable
CREATE TABLE "sign_in_tokens" (
    "token_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "kid" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "thread_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "from" JSONB,
    "to" JSONB NOT NULL,
    "cc" JSONB NOT NULL,
    "bcc" JSONB NOT NULL,
    "reply_to" JSONB NOT NULL,
    "delivered_to" TEXT,
    "is_primary_recipient" BOOLEAN NOT NULL DEFAULT true,
    "subject" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3),
    "extracted_text" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT,
    "headers" JSONB NOT NULL,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "trust" JSONB,
    "quarantine_reason" TEXT,
    "triage" JSONB NOT NULL,
    "refs" JSONB NOT NULL DEFAULT '[]',
    "rfc_message_id" TEXT NOT NULL,
    "in_reply_to" TEXT,
    "references" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "flags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "raw_id" TEXT,
    "content_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attachments" (
    "id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "disposition" TEXT NOT NULL,
    "content_id" TEXT,
    "blob_id" TEXT NOT NULL,
    "text_status" TEXT NOT NULL,
    "pages" INTEGER,
    "risk" TEXT,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sends" (
    "message_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "envelope_from" TEXT NOT NULL,
    "transport" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempt_started_at" TIMESTAMPTZ(3),
    "provider_message_id" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sends_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "message_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "smtp_code" INTEGER,
    "enhanced_code" TEXT,
    "smtp_response" TEXT,
    "bounce_type" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("message_id","address")
);

-- CreateTable
CREATE TABLE "captured_mail" (
    "id" TEXT NOT NULL,
    "rfc_message_id" TEXT NOT NULL,
    "envelope_from" TEXT NOT NULL,
    "envelope_to" TEXT[],
    "raw_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "captured_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partners" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "default_billing_mode" TEXT NOT NULL DEFAULT 'metered',
    "max_tenants" INTEGER NOT NULL DEFAULT 25,
    "ramp_exempt" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenants" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "suspended_by" TEXT,
    "partner_id" TEXT,
    "address_suffix" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "policy" JSONB NOT NULL DEFAULT '{}',
    "policy_ceilings" JSONB NOT NULL DEFAULT '{}',
    "billing_mode" TEXT NOT NULL DEFAULT 'disabled',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "threads" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "participants" JSONB NOT NULL,
    "message_count" INTEGER NOT NULL DEFAULT 0,
    "quarantined_count" INTEGER NOT NULL DEFAULT 0,
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "last_at" TIMESTAMPTZ(3),
    "last_any_at" TIMESTAMPTZ(3) NOT NULL,
    "category" TEXT,
    "needs_reply" DOUBLE PRECISION,
    "urgency" INTEGER,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "directions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "threads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread_tokens" (
    "token" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "thread_id" TEXT NOT NULL,
    "kid" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_tokens_pkey" PRIMARY KEY ("token")
);

-- CreateIndex
CREATE INDEX "api_keys_tenant_id_id_idx" ON "api_keys"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "api_keys_partner_id_id_idx" ON "api_keys"("partner_id", "id");

-- CreateIndex
CREATE INDEX "api_keys_identity_id_id_idx" ON "api_keys"("identity_id", "id");

-- CreateIndex
CREATE INDEX "api_key_secrets_key_id_idx" ON "api_key_secrets"("key_id");

-- CreateIndex
CREATE INDEX "audit_events_created_at_id_idx" ON "audit_events"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_tenant_id_created_at_id_idx" ON "audit_events"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_partner_id_created_at_id_idx" ON "audit_events"("partner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_actor_key_id_created_at_id_idx" ON "audit_events"("actor_key_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_target_id_created_at_id_idx" ON "audit_events"("target_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "identities_tenant_id_id_idx" ON "identities"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "identities_tenant_id_client_id_key" ON "identities"("tenant_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "addresses_address_key" ON "addresses"("address");

-- CreateIndex
CREATE INDEX "addresses_identity_id_id_idx" ON "addresses"("identity_id", "id");

-- CreateIndex
CREATE INDEX "addresses_retire_at_idx" ON "addresses"("retire_at");

-- CreateIndex
CREATE INDEX "inbound_receipts_run_at_id_idx" ON "inbound_receipts"("run_at", "id");

-- CreateIndex
CREATE INDEX "idempotency_records_created_at_idx" ON "idempotency_records"("created_at");

-- CreateIndex
CREATE INDEX "ring_keys_purpose_created_at_idx" ON "ring_keys"("purpose", "created_at");

-- CreateIndex
CREATE INDEX "blobs_created_at_idx" ON "blobs"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_tokens_expires_at_idx" ON "sign_in_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "messages_identity_id_created_at_id_idx" ON "messages"("identity_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "messages_thread_id_id_idx" ON "messages"("thread_id", "id");

-- CreateIndex
CREATE INDEX "messages_identity_id_rfc_message_id_idx" ON "messages"("identity_id", "rfc_message_id");

-- CreateIndex
CREATE INDEX "messages_raw_id_idx" ON "messages"("raw_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_identity_id_content_hash_key" ON "messages"("identity_id", "content_hash");

-- CreateIndex
CREATE INDEX "attachments_message_id_position_idx" ON "attachments"("message_id", "position");

-- CreateIndex
CREATE INDEX "attachments_blob_id_idx" ON "attachments"("blob_id");

-- CreateIndex
CREATE UNIQUE INDEX "captured_mail_rfc_message_id_key" ON "captured_mail"("rfc_message_id");

-- CreateIndex
CREATE INDEX "captured_mail_raw_id_idx" ON "captured_mail"("raw_id");

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "tenants_address_suffix_key" ON "tenants"("address_suffix");

-- CreateIndex
CREATE INDEX "tenants_partner_id_id_idx" ON "tenants"("partner_id", "id");

-- CreateIndex
CREATE INDEX "threads_identity_id_last_at_id_idx" ON "threads"("identity_id", "last_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "threads_identity_id_last_any_at_id_idx" ON "threads"("identity_id", "last_any_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "thread_tokens_thread_id_kid_key" ON "thread_tokens"("thread_id", "kid");

-- Written by hand: what prisma/schema cannot say. When this migration is regenerated from the schema, keep all from
-- this line to the end of the file.

-- A workspace has at most one owner.
CREATE UNIQUE INDEX "members_one_owner" ON "members"("tenant_id") WHERE "role" = 'owner';

-- What a reviewer looks through, however much other mail there is.
CREATE INDEX "messages_quarantined" ON "messages"("identity_id", "created_at" DESC, "id" DESC) WHERE "status" = 'quarantined';

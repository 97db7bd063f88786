-- CreateTable
CREATE TABLE "erasure_requests" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "identity_id" TEXT,
    "thread_id" TEXT,
    "message_id" TEXT,
    "counterparty_address" TEXT,
    "reason" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "progress" JSONB NOT NULL DEFAULT '{}',
    "receipt" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "created_by_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erasure_held_threads" (
    "erasure_id" TEXT NOT NULL,
    "thread_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "erasure_held_threads_pkey" PRIMARY KEY ("erasure_id","thread_id")
);

-- CreateTable
CREATE TABLE "erasure_blobs" (
    "erasure_id" TEXT NOT NULL,
    "blob_id" TEXT NOT NULL,

    CONSTRAINT "erasure_blobs_pkey" PRIMARY KEY ("erasure_id","blob_id")
);

-- CreateTable
CREATE TABLE "legal_holds" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "identity_id" TEXT,
    "thread_id" TEXT,
    "counterparty_address" TEXT,
    "reason" TEXT NOT NULL,
    "created_by_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "erasure_requests_tenant_id_id_idx" ON "erasure_requests"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "erasure_requests_identity_id_id_idx" ON "erasure_requests"("identity_id", "id");

-- CreateIndex
CREATE INDEX "erasure_requests_created_at_id_idx" ON "erasure_requests"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "legal_holds_tenant_id_id_idx" ON "legal_holds"("tenant_id", "id");

-- Answers that hold an identity or its address, to be found when it is erased. Only they pay for the index.
CREATE INDEX "idempotency_records_identity_idx" ON "idempotency_records" ((coalesce(response->>'identity_id', response->>'id'))) WHERE operation LIKE 'identities.%';

-- CreateTable
CREATE TABLE "exports" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "identity_id" TEXT,
    "counterparty_address" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "with_kept_back" BOOLEAN NOT NULL,
    "size" BIGINT,
    "blob_id" TEXT,
    "error" TEXT,
    "created_by_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exports_tenant_id_id_idx" ON "exports"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "exports_blob_id_idx" ON "exports"("blob_id");

-- CreateIndex
CREATE INDEX "exports_expires_at_idx" ON "exports"("expires_at");

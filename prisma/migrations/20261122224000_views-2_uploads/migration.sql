-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "blob_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "uploads_identity_id_idx" ON "uploads"("identity_id");

-- CreateIndex
CREATE INDEX "uploads_tenant_id_idx" ON "uploads"("tenant_id");

-- CreateIndex
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

-- CreateIndex
CREATE INDEX "uploads_blob_id_idx" ON "uploads"("blob_id");

-- Uploads count as stored mail while they are kept; the functions are those of attachments.
CREATE TRIGGER uploads_stored AFTER INSERT ON uploads REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION attachments_stored();
CREATE TRIGGER uploads_freed AFTER DELETE ON uploads REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION attachments_freed();

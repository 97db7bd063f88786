-- CreateIndex
CREATE INDEX "erasure_blobs_blob_id_idx" ON "erasure_blobs"("blob_id");

-- DropIndex
DROP INDEX "search_documents_identity_id_seq_key";

-- CreateIndex
CREATE INDEX "search_documents_walk" ON "search_documents"("identity_id", "seq" DESC, "date", "size", "needs_reply");

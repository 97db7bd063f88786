-- CreateTable
CREATE TABLE "search_mirror" (
    "id" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "made_at" TEXT,
    "filled_to" TEXT DEFAULT '',
    "complete" BOOLEAN NOT NULL DEFAULT false,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "sweep_at" BIGINT,

    CONSTRAINT "search_mirror_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_mirror_pending" (
    "id" BIGSERIAL NOT NULL,
    "message_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_mirror_pending_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "search_mirror_pending_identity_id_id_idx" ON "search_mirror_pending"("identity_id", "id");

-- Written by hand: what changes a document, or its vector, is noted in the same transaction while there is a mirror.
CREATE FUNCTION search_document_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search_mirror) THEN
    INSERT INTO search_mirror_pending (message_id, identity_id) SELECT message_id, identity_id FROM changed;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION search_vector_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search_mirror) THEN
    INSERT INTO search_mirror_pending (message_id, identity_id)
    SELECT message_id, d.identity_id FROM changed JOIN search_documents d USING (message_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER search_document_added AFTER INSERT ON search_documents
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_document_changed();
CREATE TRIGGER search_document_changed AFTER UPDATE ON search_documents
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_document_changed();
CREATE TRIGGER search_document_removed AFTER DELETE ON search_documents
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_document_changed();
CREATE TRIGGER search_vector_added AFTER INSERT ON search_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_vector_changed();
CREATE TRIGGER search_vector_changed AFTER UPDATE ON search_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_vector_changed();

-- CreateTable
CREATE TABLE "search_codes" (
    "message_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "model" TEXT,
    "code" VARBIT,

    CONSTRAINT "search_codes_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "search_vectors" (
    "message_id" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "search_vectors_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "search_codes_identity_id_seq_idx" ON "search_codes"("identity_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "search_codes_model_idx" ON "search_codes"("model");

-- Written by hand: a removed message's vector goes with its document, and what is indexed already waits for one.
CREATE OR REPLACE FUNCTION search_message_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_documents WHERE message_id IN (SELECT id FROM old_rows);
  DELETE FROM search_pages WHERE message_id IN (SELECT id FROM old_rows);
  DELETE FROM search_codes WHERE message_id IN (SELECT id FROM old_rows);
  DELETE FROM search_vectors WHERE message_id IN (SELECT id FROM old_rows);
  INSERT INTO search_pending (message_id, identity_id) SELECT id, identity_id FROM old_rows;
  RETURN NULL;
END $$;

INSERT INTO search_codes (message_id, identity_id, seq) SELECT message_id, identity_id, seq FROM search_documents;

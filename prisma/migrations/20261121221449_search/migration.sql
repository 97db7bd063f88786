-- CreateTable
CREATE TABLE "search_documents" (
    "message_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "thread_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "date" TIMESTAMPTZ(3) NOT NULL,
    "size" BIGINT NOT NULL,
    "needs_reply" DOUBLE PRECISION,
    "scope" TEXT[],
    "keys" TEXT[],
    "words" tsvector NOT NULL,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "search_pages" (
    "attachment_id" TEXT NOT NULL,
    "page" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_pages_pkey" PRIMARY KEY ("attachment_id","page")
);

-- CreateTable
CREATE TABLE "search_mailboxes" (
    "identity_id" TEXT NOT NULL,
    "last_seq" BIGINT NOT NULL DEFAULT 0,
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "search_mailboxes_pkey" PRIMARY KEY ("identity_id")
);

-- CreateTable
CREATE TABLE "search_pending" (
    "id" BIGSERIAL NOT NULL,
    "message_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_pending_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "search_documents_thread_id_idx" ON "search_documents"("thread_id");

-- CreateIndex
CREATE UNIQUE INDEX "search_documents_identity_id_seq_key" ON "search_documents"("identity_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "search_pages_message_id_idx" ON "search_pages"("message_id");

-- CreateIndex
CREATE INDEX "search_pending_identity_id_id_idx" ON "search_pending"("identity_id", "id");

-- Written by hand: what prisma/schema cannot say.

-- A document is found through one index: in which blocks of which mailbox, by which words, by which keys. Its list of
-- new entries stays short, because every search reads it through.
CREATE INDEX "search_documents_words" ON "search_documents" USING gin ("scope", "words", "keys")
  WITH (fastupdate = on, gin_pending_list_limit = 512);

-- One text search configuration a language: accents off, then the stem. No stop words: what is written can be found.
CREATE EXTENSION IF NOT EXISTS "unaccent";

DO $$
DECLARE
  language TEXT;
BEGIN
  FOREACH language IN ARRAY ARRAY[
    'arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek',
    'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian', 'portuguese',
    'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish'
  ] LOOP
    EXECUTE format('CREATE TEXT SEARCH DICTIONARY mail_%s_stem (TEMPLATE = snowball, LANGUAGE = %s)', language, language);
    EXECUTE format('CREATE TEXT SEARCH CONFIGURATION mail_%s (COPY = pg_catalog.simple)', language);
    EXECUTE format('ALTER TEXT SEARCH CONFIGURATION mail_%s ALTER MAPPING FOR asciiword, word WITH unaccent, mail_%s_stem',
                   language, language);
  END LOOP;
  CREATE TEXT SEARCH CONFIGURATION mail_simple (COPY = pg_catalog.simple);
  ALTER TEXT SEARCH CONFIGURATION mail_simple ALTER MAPPING FOR asciiword, word, numword WITH unaccent, simple;
END $$;

-- What changes a message's document asks for it to be made anew, in the same transaction.
CREATE FUNCTION search_message_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_pending (message_id, identity_id) SELECT id, identity_id FROM new_rows;
  RETURN NULL;
END $$;

CREATE FUNCTION search_message_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_pending (message_id, identity_id)
  SELECT n.id, n.identity_id FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE (o.labels, o.is_read, o.triage, o.trust, o.refs, o.flags, o.thread_id,
         o.status IN ('quarantined', 'hidden', 'throttled'))
    IS DISTINCT FROM
        (n.labels, n.is_read, n.triage, n.trust, n.refs, n.flags, n.thread_id,
         n.status IN ('quarantined', 'hidden', 'throttled'));
  RETURN NULL;
END $$;

CREATE FUNCTION search_message_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_documents WHERE message_id IN (SELECT id FROM old_rows);
  DELETE FROM search_pages WHERE message_id IN (SELECT id FROM old_rows);
  INSERT INTO search_pending (message_id, identity_id) SELECT id, identity_id FROM old_rows;
  RETURN NULL;
END $$;

CREATE FUNCTION search_thread_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_pending (message_id, identity_id)
  SELECT m.id, m.identity_id
  FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.archived <> n.archived
  JOIN messages m ON m.thread_id = n.id;
  RETURN NULL;
END $$;

CREATE FUNCTION search_attachment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_pending (message_id, identity_id)
  SELECT DISTINCT n.message_id, n.identity_id
  FROM new_rows n JOIN old_rows o ON o.id = n.id AND o.text_status <> n.text_status;
  RETURN NULL;
END $$;

CREATE TRIGGER search_message_added AFTER INSERT ON messages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_message_added();
CREATE TRIGGER search_message_changed AFTER UPDATE ON messages
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_message_changed();
CREATE TRIGGER search_message_removed AFTER DELETE ON messages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION search_message_removed();
CREATE TRIGGER search_thread_changed AFTER UPDATE ON threads
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_thread_changed();
CREATE TRIGGER search_attachment_changed AFTER UPDATE ON attachments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_attachment_changed();

-- What is there already is indexed as if it had just come.
INSERT INTO search_pending (message_id, identity_id) SELECT id, identity_id FROM messages ORDER BY id;

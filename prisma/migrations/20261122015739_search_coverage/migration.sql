-- AlterTable
ALTER TABLE "search_mailboxes" ADD COLUMN     "documents" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "search_codes_identity_id_model_idx" ON "search_codes"("identity_id", "model");

-- Written by hand: the share of a mailbox that has vectors is told without counting the mailbox.
CREATE INDEX "search_codes_refused" ON "search_codes" ("identity_id") WHERE "code" IS NULL AND "model" IS NOT NULL;

CREATE FUNCTION search_codes_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_mailboxes m SET documents = m.documents + c.count
  FROM (SELECT identity_id, count(*) FROM changed GROUP BY identity_id) c WHERE c.identity_id = m.identity_id;
  RETURN NULL;
END $$;

CREATE FUNCTION search_codes_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_mailboxes m SET documents = m.documents - c.count
  FROM (SELECT identity_id, count(*) FROM changed GROUP BY identity_id) c WHERE c.identity_id = m.identity_id;
  RETURN NULL;
END $$;

CREATE TRIGGER search_codes_added AFTER INSERT ON search_codes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_codes_added();
CREATE TRIGGER search_codes_removed AFTER DELETE ON search_codes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_codes_removed();

UPDATE search_mailboxes m SET documents = c.count
FROM (SELECT identity_id, count(*) FROM search_codes GROUP BY identity_id) c WHERE c.identity_id = m.identity_id;

-- CreateTable
CREATE TABLE "mailbox_usage" (
    "identity_id" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "full_since" TIMESTAMPTZ(3),

    CONSTRAINT "mailbox_usage_pkey" PRIMARY KEY ("identity_id")
);

-- Adds to what mailboxes hold, in the order of their ids, so that two transactions never wait for each other. What is freed
-- ends the time of a full mailbox: when it fills again, that is told again.
CREATE FUNCTION mailbox_usage_add("identity_ids" text[], "sizes" bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO mailbox_usage AS u (identity_id, bytes)
    SELECT id, greatest(sum(size), 0) FROM unnest("identity_ids", "sizes") AS added (id, size)
    GROUP BY id HAVING sum(size) <> 0 ORDER BY id
  ON CONFLICT (identity_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes
$$;

CREATE FUNCTION mailbox_usage_free("identity_ids" text[], "sizes" bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH freed AS (
    SELECT id, sum(size) AS size FROM unnest("identity_ids", "sizes") AS f (id, size) GROUP BY id HAVING sum(size) > 0),
  locked AS (
    SELECT u.identity_id FROM mailbox_usage u JOIN freed ON freed.id = u.identity_id ORDER BY u.identity_id FOR UPDATE OF u)
  UPDATE mailbox_usage u SET bytes = greatest(u.bytes - freed.size, 0), full_since = NULL
  FROM freed JOIN locked ON locked.identity_id = freed.id WHERE u.identity_id = freed.id
$$;

CREATE FUNCTION messages_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mailbox_usage_add(array_agg(n.identity_id), array_agg(b.size::bigint))
    FROM added n JOIN blobs b ON b.id = n.raw_id HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION messages_freed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mailbox_usage_free(array_agg(o.identity_id), array_agg(b.size::bigint))
    FROM removed o JOIN blobs b ON b.id = o.raw_id HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- The raw bytes of one message are forgotten while the message stays.
CREATE FUNCTION messages_raw_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mailbox_usage_free(ARRAY[OLD.identity_id], ARRAY[b.size::bigint]) FROM blobs b WHERE b.id = OLD.raw_id;
  RETURN NULL;
END $$;

CREATE FUNCTION attachments_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mailbox_usage_add(array_agg(n.identity_id), array_agg(n.size::bigint)) FROM added n HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION attachments_freed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mailbox_usage_free(array_agg(o.identity_id), array_agg(o.size::bigint)) FROM removed o HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER messages_stored AFTER INSERT ON messages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION messages_stored();
CREATE TRIGGER messages_freed AFTER DELETE ON messages REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION messages_freed();
CREATE TRIGGER messages_raw_forgotten AFTER UPDATE OF raw_id ON messages
  FOR EACH ROW WHEN (OLD.raw_id IS NOT NULL AND NEW.raw_id IS NULL) EXECUTE FUNCTION messages_raw_forgotten();
CREATE TRIGGER attachments_stored AFTER INSERT ON attachments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION attachments_stored();
CREATE TRIGGER attachments_freed AFTER DELETE ON attachments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION attachments_freed();

-- What mailboxes hold already.
INSERT INTO mailbox_usage (identity_id, bytes)
  SELECT identity_id, sum(size) FROM (
    SELECT m.identity_id, b.size::bigint AS size FROM messages m JOIN blobs b ON b.id = m.raw_id
    UNION ALL
    SELECT identity_id, size::bigint FROM attachments) stored
  GROUP BY identity_id;

-- Deliveries of webhooks are kept by the week of their id, which begins with their time: retention drops a week instead of
-- deleting its rows one by one, so neither the table nor its indexes ever bloat. Names, columns, keys and indexes stay as
-- they were, so the release before works on. No row is copied: the table as it was becomes the first part.
CREATE SCHEMA IF NOT EXISTS "proofmail_parts";

-- The first ten characters of a ULID: its time in milliseconds, in Crockford's base32.
CREATE FUNCTION ulid_floor("at" TIMESTAMPTZ) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
                           ((floor(extract(epoch FROM "at") * 1000)::bigint >> (5 * place)) & 31)::int + 1, 1),
                    '' ORDER BY place DESC)
  FROM generate_series(0, 9) AS place
$$;

-- Makes the parts of a table from the week of a time on, where they are missing. Rows for which there was none until now move
-- out of the part for the rest. Returns how many were made.
CREATE FUNCTION make_weekly_parts("parent" TEXT, "prefix" TEXT, "since" TIMESTAMPTZ, "weeks" INT) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  monday timestamptz;
  part text;
  low text;
  high text;
  made int := 0;
BEGIN
  FOR week IN 0 .. weeks - 1 LOOP
    monday := date_trunc('week', since AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + week * interval '7 days';
    part := parent || '_' || to_char(monday AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass('proofmail_parts.' || quote_ident(part)) IS NOT NULL;
    low := prefix || '_' || ulid_floor(monday);
    high := prefix || '_' || ulid_floor(monday + interval '7 days');
    -- The first part ends where it ended when it was made.
    CONTINUE WHEN low < (SELECT bound FROM weekly_parts_begin(parent) AS bound);
    EXECUTE format('CREATE TABLE proofmail_parts.%I (LIKE public.%I INCLUDING ALL)', part, parent);
    EXECUTE format('WITH moved AS (DELETE FROM proofmail_parts.%I WHERE id >= %L AND id < %L RETURNING *)
                    INSERT INTO proofmail_parts.%I SELECT * FROM moved', parent || '_rest', low, high, part);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION proofmail_parts.%I FOR VALUES FROM (%L) TO (%L)',
                   parent, part, low, high);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Where the first part of a table ends, which is as old as the table; empty when it has been dropped.
CREATE FUNCTION weekly_parts_begin("parent" TEXT) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']*)'\)$re$)
                   FROM pg_class c WHERE c.oid = to_regclass('proofmail_parts.' || quote_ident(parent || '_first'))), '')
$$;

-- Drops the parts whose rows are all older than a time and have nothing left to do. Returns how many rows that were.
CREATE FUNCTION drop_weekly_parts("parent" TEXT, "prefix" TEXT, "before" TIMESTAMPTZ, "unless" TEXT) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  part record;
  has_work boolean;
  many bigint;
  dropped bigint := 0;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('public.' || quote_ident(parent))
      AND substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']*)'\)$re$) <= prefix || '_' || ulid_floor(before)
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM proofmail_parts.%I WHERE %s)', part.relname, unless) INTO has_work;
    CONTINUE WHEN has_work;
    EXECUTE format('SELECT count(*) FROM proofmail_parts.%I', part.relname) INTO many;
    EXECUTE format('DROP TABLE proofmail_parts.%I', part.relname);
    dropped := dropped + many;
  END LOOP;
  RETURN dropped;
END $$;

ALTER TABLE "webhook_deliveries" SET SCHEMA "proofmail_parts";
-- contract: 1.0.0 knows the table by its name only, which the next statement gives to the whole
ALTER TABLE "proofmail_parts"."webhook_deliveries" RENAME TO "webhook_deliveries_first";
CREATE TABLE "webhook_deliveries" (
    LIKE "proofmail_parts"."webhook_deliveries_first" INCLUDING DEFAULTS INCLUDING STORAGE,
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "webhook_deliveries_queue_next_attempt_at_idx" ON "webhook_deliveries"("queue", "next_attempt_at");
CREATE INDEX "webhook_deliveries_webhook_id_id_idx" ON "webhook_deliveries"("webhook_id", "id" DESC);
DO $$
DECLARE
  monday text := 'dlv_' || ulid_floor(date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '7 days');
  -- A clock that was ahead once must not stop the upgrade.
  newest text := (SELECT max(id) || 'Z' FROM "proofmail_parts"."webhook_deliveries_first");
BEGIN
  EXECUTE format('ALTER TABLE public.webhook_deliveries ATTACH PARTITION proofmail_parts.webhook_deliveries_first
                    FOR VALUES FROM (MINVALUE) TO (%L)', greatest(monday, newest));
END $$;
CREATE TABLE "proofmail_parts"."webhook_deliveries_rest" PARTITION OF "webhook_deliveries" DEFAULT;
SELECT make_weekly_parts('webhook_deliveries', 'dlv', now(), 5);

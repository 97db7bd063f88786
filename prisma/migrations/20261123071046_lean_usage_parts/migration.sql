-- Where the part of a table ends that is kept by the month; null for the part for the rest.
CREATE FUNCTION monthly_part_end("part" REGCLASS) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT substring(pg_get_expr(relpartbound, oid) FROM $re$TO \('([^']*)'\)$re$)::date FROM pg_class WHERE oid = "part"
$$;

-- Makes the parts of a table from the month of a day on, where they are missing. Rows for which there was none until now move out of
-- the part for the rest. Returns how many were made.
CREATE FUNCTION make_monthly_parts("parent" TEXT, "since" DATE, "months" INT) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  low date;
  high date;
  part text;
  made int := 0;
BEGIN
  FOR month IN 0 .. months - 1 LOOP
    low := (date_trunc('month', since) + month * interval '1 month')::date;
    high := (low + interval '1 month')::date;
    part := parent || '_' || to_char(low, 'YYYYMM');
    CONTINUE WHEN to_regclass('proofmail_parts.' || quote_ident(part)) IS NOT NULL;
    -- The first part ends where it ended when it was made.
    CONTINUE WHEN low < monthly_part_end(to_regclass('proofmail_parts.' || quote_ident(parent || '_first')));
    EXECUTE format('CREATE TABLE proofmail_parts.%I (LIKE public.%I INCLUDING ALL)', part, parent);
    EXECUTE format('WITH moved AS (DELETE FROM proofmail_parts.%I WHERE day >= %L AND day < %L RETURNING *)
                    INSERT INTO proofmail_parts.%I SELECT * FROM moved', parent || '_rest', low, high, part);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION proofmail_parts.%I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Drops the parts whose days all lie before a day. Returns how many rows that were.
CREATE FUNCTION drop_monthly_parts("parent" TEXT, "before" DATE) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  part regclass;
  many bigint;
  dropped bigint := 0;
BEGIN
  FOR part IN
    SELECT inhrelid::regclass FROM pg_inherits
    WHERE inhparent = to_regclass('public.' || quote_ident(parent)) AND monthly_part_end(inhrelid::regclass) <= before
  LOOP
    EXECUTE format('SELECT count(*) FROM %s', part) INTO many;
    EXECUTE format('DROP TABLE %s', part);
    dropped := dropped + many;
  END LOOP;
  RETURN dropped;
END $$;

-- The table as it was becomes the first part. Names, columns and the key stay as they were, so the release before works on.
ALTER TABLE "usage_days" SET SCHEMA "proofmail_parts";
-- contract: 1.0.0 knows the table by its name only, which the next statement gives to the whole
ALTER TABLE "proofmail_parts"."usage_days" RENAME TO "usage_days_first";
CREATE TABLE "usage_days" (
    LIKE "proofmail_parts"."usage_days_first" INCLUDING DEFAULTS INCLUDING STORAGE,
    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("tenant_id", "day")
) PARTITION BY RANGE ("day");
DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM $re$'([^']*)'$re$) FROM pg_constraint
                 WHERE conrelid = 'proofmail_parts.usage_days_first'::regclass AND conname = 'usage_days_first');
BEGIN
  EXECUTE format('ALTER TABLE public.usage_days ATTACH PARTITION proofmail_parts.usage_days_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
ALTER TABLE "proofmail_parts"."usage_days_first" DROP CONSTRAINT "usage_days_first";
CREATE TABLE "proofmail_parts"."usage_days_rest" PARTITION OF "usage_days" DEFAULT;
SELECT make_monthly_parts('usage_days', (now() AT TIME ZONE 'UTC')::date, 6);

-- As in the migration `row_security`; a policy of the whole is what holds, whichever part a row is in.
ALTER TABLE "usage_days" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "usage_days" USING (tenant_id = ANY (proofmail_tenants()))
  WITH CHECK (tenant_id IS NULL OR tenant_id = ANY (proofmail_tenants()));
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'proofmail_tenant') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "usage_days" TO proofmail_tenant;
  END IF;
END $$;

-- The table as it was becomes the first part (see `scale-3_delivery_partitions`). Names, columns, key, indexes and the sequence stay
-- as they were, so the release before works on. No row is read: the constraint of the steps before says where they belong.
ALTER SEQUENCE "events_position_seq" OWNED BY NONE;
ALTER TABLE "events" SET SCHEMA "proofmail_parts";
-- contract: 1.0.0 knows the table by its name only, which the next statement gives to the whole
ALTER TABLE "proofmail_parts"."events" RENAME TO "events_first";
CREATE TABLE "events" (
    LIKE "proofmail_parts"."events_first" INCLUDING DEFAULTS INCLUDING STORAGE,
    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "events_tenant_id_position_idx" ON "events"("tenant_id", "position");
CREATE INDEX "events_identity_id_position_idx" ON "events"("identity_id", "position");
CREATE INDEX "events_position_idx" ON "events"("position");
ALTER SEQUENCE "events_position_seq" OWNED BY "events"."position";
DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM $re$'([^']*)'$re$) FROM pg_constraint
                 WHERE conrelid = 'proofmail_parts.events_first'::regclass AND conname = 'events_first');
BEGIN
  EXECUTE format('ALTER TABLE public.events ATTACH PARTITION proofmail_parts.events_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
ALTER TABLE "proofmail_parts"."events_first" DROP CONSTRAINT "events_first";
CREATE TABLE "proofmail_parts"."events_rest" PARTITION OF "events" DEFAULT;
SELECT make_weekly_parts('events', 'evt', now(), 8);

-- The function takes a row of the table, which is another table now.
DROP FUNCTION event_is_held("proofmail_parts"."events_first");
CREATE FUNCTION event_is_held("event" events) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM legal_holds WHERE tenant_id = "event".tenant_id AND released_at IS NULL) THEN false
    ELSE coalesce(message_is_held(coalesce("event".data->'message'->>'id', "event".data->>'message_id')), false)
  END
$$;

-- As in the migration `row_security`; a policy of the whole is what holds, whichever part a row is in.
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "events" USING (tenant_id = ANY (proofmail_tenants()))
  WITH CHECK (tenant_id IS NULL OR tenant_id = ANY (proofmail_tenants()));
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'proofmail_tenant') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "events" TO proofmail_tenant;
    GRANT USAGE, SELECT, UPDATE ON SEQUENCE "events_position_seq" TO proofmail_tenant;
  END IF;
END $$;

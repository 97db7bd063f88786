-- The table as it was becomes the first part. Names and columns stay as they were, so the release before works on.
-- contract: 1.0.0 adds rows through it and never asks whether positions are unique, which the lock of the chain's head makes them
DROP INDEX "audit_events_tenant_id_chain_position_key";
-- The whole has it again, below.
DROP TRIGGER "audit_events_chain" ON "audit_events";
ALTER TABLE "audit_events" SET SCHEMA "proofmail_parts";
-- contract: 1.0.0 knows the table by its name only, which the next statement gives to the whole
ALTER TABLE "proofmail_parts"."audit_events" RENAME TO "audit_events_first";
CREATE TABLE "audit_events" (
    LIKE "proofmail_parts"."audit_events_first" INCLUDING DEFAULTS INCLUDING STORAGE,
    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "audit_events_created_at_id_idx" ON "audit_events"("created_at" DESC, "id" DESC);
CREATE INDEX "audit_events_tenant_id_created_at_id_idx" ON "audit_events"("tenant_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_events_partner_id_created_at_id_idx" ON "audit_events"("partner_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_events_actor_key_id_created_at_id_idx" ON "audit_events"("actor_key_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_events_actor_user_id_created_at_id_idx" ON "audit_events"("actor_user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_events_target_id_created_at_id_idx" ON "audit_events"("target_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_events_tenant_id_chain_position_idx" ON "audit_events"("tenant_id", "chain_position");
CREATE INDEX "audit_events_unchained_idx" ON "audit_events"("id") WHERE "chain_position" IS NULL;
DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM $re$'([^']*)'$re$) FROM pg_constraint
                 WHERE conrelid = 'proofmail_parts.audit_events_first'::regclass AND conname = 'audit_events_first');
BEGIN
  EXECUTE format('ALTER TABLE public.audit_events ATTACH PARTITION proofmail_parts.audit_events_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
ALTER TABLE "proofmail_parts"."audit_events_first" DROP CONSTRAINT "audit_events_first";
CREATE TABLE "proofmail_parts"."audit_events_rest" PARTITION OF "audit_events" DEFAULT;

-- Functions that take a row of the table, or keep one, mean the whole from here on; their texts are those of `audit_chain`.
DROP FUNCTION audit_chain_hash("proofmail_parts"."audit_events_first", bigint, bytea);
CREATE FUNCTION audit_chain_hash("row" audit_events, "position" bigint, "previous" bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256("previous" || convert_to(jsonb_build_array(
    "position", "row".id, "row".tenant_id, "row".partner_id, "row".actor_key_id, "row".actor_user_id, "row".action,
    "row".target_type, "row".target_id, "row".details, "row".request_id, "row".source_address,
    (extract(epoch FROM "row".created_at) * 1000)::bigint)::text, 'UTF8'))
$$;
CREATE OR REPLACE FUNCTION audit_chain_append() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_chains;
  event audit_events;
BEGIN
  -- Heads are locked in order, so that two transactions never wait for each other.
  INSERT INTO audit_chains (chain, position, hash)
    SELECT DISTINCT coalesce(tenant_id, ''), 0, ''::bytea FROM audit_events WHERE chain_position IS NULL
    ORDER BY 1 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM audit_chains
    WHERE chain IN (SELECT coalesce(tenant_id, '') FROM audit_events WHERE chain_position IS NULL)
    ORDER BY chain FOR UPDATE;
  FOR event IN SELECT * FROM audit_events WHERE chain_position IS NULL ORDER BY tenant_id, id LOOP
    SELECT * INTO head FROM audit_chains WHERE chain = coalesce(event.tenant_id, '');
    head.hash := audit_chain_hash(event, head.position + 1, head.hash);
    UPDATE audit_chains SET position = head.position + 1, hash = head.hash WHERE chain = head.chain;
    UPDATE audit_events SET chain_position = head.position + 1, chain_hash = head.hash WHERE id = event.id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_events_chain AFTER INSERT ON audit_events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.chain_position IS NULL)
  EXECUTE FUNCTION audit_chain_append();
SELECT make_weekly_parts('audit_events', 'aud', now(), 8);

-- Drops the oldest parts of the audit log whose rows are all older than a time, up to the first that holds rows of a tenant under a
-- legal hold, and leaves the anchors of their chains. Returns how many rows that were.
CREATE FUNCTION drop_audit_parts("before" TIMESTAMPTZ) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  part record;
  is_kept boolean;
  many bigint;
  dropped bigint := 0;
BEGIN
  FOR part IN
    SELECT c.relname, substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']*)'\)$re$) AS high
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.audit_events'::regclass
      AND substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']*)'\)$re$) <= 'aud_' || ulid_floor(before)
    ORDER BY high
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM proofmail_parts.%I p
                      WHERE p.tenant_id IN (SELECT tenant_id FROM legal_holds WHERE released_at IS NULL) OR p.chain_position IS NULL)',
                   part.relname) INTO is_kept;
    EXIT WHEN is_kept;
    -- A row that was written at the turn of a week may stand behind one of the next.
    EXECUTE format('
      WITH kept AS (SELECT coalesce(tenant_id, '''') AS chain, min(chain_position) AS first FROM public.audit_events
                    WHERE id >= %L AND chain_position IS NOT NULL GROUP BY 1),
        old AS (SELECT coalesce(p.tenant_id, '''') AS chain, p.chain_position, p.chain_hash, k.first,
                       max(p.chain_position) FILTER (WHERE k.first IS NULL OR p.chain_position < k.first)
                         OVER (PARTITION BY p.tenant_id) AS last
                FROM proofmail_parts.%I p LEFT JOIN kept k ON k.chain = coalesce(p.tenant_id, ''''))
      INSERT INTO audit_anchors (chain, position, hash)
      SELECT chain, chain_position, chain_hash FROM old WHERE chain_position = last OR chain_position > first
      ON CONFLICT DO NOTHING', part.high, part.relname);
    EXECUTE format('SELECT count(*) FROM proofmail_parts.%I', part.relname) INTO many;
    EXECUTE format('DROP TABLE proofmail_parts.%I', part.relname);
    dropped := dropped + many;
  END LOOP;
  -- Of the anchors before the first row that is left the last one is enough.
  IF dropped > 0 THEN
    DELETE FROM audit_anchors a USING (
      SELECT x.chain, max(x.position) AS last FROM audit_anchors x
      LEFT JOIN (SELECT coalesce(tenant_id, '') AS chain, min(chain_position) AS first FROM audit_events
                 WHERE chain_position IS NOT NULL GROUP BY 1) k USING (chain)
      WHERE k.first IS NULL OR x.position < k.first GROUP BY x.chain) l
    WHERE a.chain = l.chain AND a.position < l.last;
  END IF;
  RETURN dropped;
END $$;

-- As in the migration `row_security`; a policy of the whole is what holds, whichever part a row is in.
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "audit_events" USING (tenant_id = ANY (proofmail_tenants()))
  WITH CHECK (tenant_id IS NULL OR tenant_id = ANY (proofmail_tenants()));
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'proofmail_tenant') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "audit_events", "audit_anchors" TO proofmail_tenant;
  END IF;
END $$;

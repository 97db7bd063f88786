-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "source_address" TEXT,
ADD COLUMN     "chain_position" BIGINT,
ADD COLUMN     "chain_hash" BYTEA;

-- CreateTable
CREATE TABLE "audit_chains" (
    "chain" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("chain")
);

-- The hash of a row: over the hash of the row before it in the same chain, and over everything that the row says.
CREATE FUNCTION audit_chain_hash("row" audit_events, "position" bigint, "previous" bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256("previous" || convert_to(jsonb_build_array(
    "position", "row".id, "row".tenant_id, "row".partner_id, "row".actor_key_id, "row".actor_user_id, "row".action,
    "row".target_type, "row".target_id, "row".details, "row".request_id, "row".source_address,
    (extract(epoch FROM "row".created_at) * 1000)::bigint)::text, 'UTF8'))
$$;

-- Appends the rows that have no position yet to their chains, one chain for each tenant and one for the deployment.
CREATE FUNCTION audit_chain_append() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- CreateIndex
CREATE INDEX "audit_events_unchained_idx" ON "audit_events"("id") WHERE "chain_position" IS NULL;

-- Rows of before this migration form the beginning of their chains.
DO $$
DECLARE
  event audit_events;
  head audit_chains;
BEGIN
  FOR event IN SELECT * FROM audit_events ORDER BY tenant_id, created_at, id LOOP
    INSERT INTO audit_chains (chain, position, hash) VALUES (coalesce(event.tenant_id, ''), 0, ''::bytea)
      ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_chains WHERE chain = coalesce(event.tenant_id, '');
    head.hash := audit_chain_hash(event, head.position + 1, head.hash);
    UPDATE audit_chains SET position = head.position + 1, hash = head.hash WHERE chain = head.chain;
    UPDATE audit_events SET chain_position = head.position + 1, chain_hash = head.hash WHERE id = event.id;
  END LOOP;
END $$;

-- At the commit, so that nothing else is locked after the head of a chain.
CREATE CONSTRAINT TRIGGER audit_events_chain AFTER INSERT ON audit_events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.chain_position IS NULL)
  EXECUTE FUNCTION audit_chain_append();

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_tenant_id_chain_position_key" ON "audit_events"("tenant_id", "chain_position");

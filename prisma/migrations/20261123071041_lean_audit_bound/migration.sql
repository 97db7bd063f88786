-- The audit log is kept by the week of its ids from here on, in the three steps of events (`scale_events_bound`): a rule about the
-- ids that the table has until then, a check of its rows while others write, and the exchange of names, which reads none.
DO $$
DECLARE
  monday text := 'aud_' || ulid_floor(date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '21 days');
  -- A clock that was ahead once must not stop the upgrade.
  newest text := (SELECT max(id) || 'Z' FROM audit_events);
BEGIN
  EXECUTE format('ALTER TABLE audit_events ADD CONSTRAINT audit_events_first CHECK (id < %L) NOT VALID', greatest(monday, newest));
END $$;

-- A unique index over parts would have to hold the id. Positions are given under the lock of their chain's head, so no two rows
-- ever have the same.
CREATE INDEX "audit_events_tenant_id_chain_position_idx" ON "audit_events"("tenant_id", "chain_position");

-- Where a chain begins when its first weeks have been dropped: the position and the hash of the last row that was dropped, and of
-- those that stood behind the first one that is left.
CREATE TABLE "audit_anchors" (
    "chain" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_anchors_pkey" PRIMARY KEY ("chain", "position")
);

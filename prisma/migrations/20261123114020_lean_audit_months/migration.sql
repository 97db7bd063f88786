-- Where nothing drops the audit log (PM_AUDIT_DAYS is unset), it is kept by the month instead of the week: 12 new parts a year
-- instead of 52. Whoever sets the variable later gets weeks from the end of the last month that has been made.

-- The parts of a table that is kept by the time of its ids, without the one for the rest. `low` is empty where there is no bound.
CREATE FUNCTION id_parts("parent" TEXT) RETURNS TABLE ("low" text, "high" text) LANGUAGE sql STABLE AS $$
  SELECT coalesce(substring(b.bound FROM $re$FROM \('([^']*)'\)$re$), ''), substring(b.bound FROM $re$TO \('([^']*)'\)$re$)
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) AS b (bound)
  WHERE i.inhparent = to_regclass('public.' || quote_ident("parent")) AND b.bound <> 'DEFAULT'
$$;

-- Makes a part, or as much of it as no other part has. Rows for which there was none until now move out of the part for the rest.
CREATE FUNCTION make_id_part("parent" TEXT, "part" TEXT, "low" TEXT, "high" TEXT) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  since text := "low";
  until text := "high";
  covered text;
BEGIN
  IF to_regclass('proofmail_parts.' || quote_ident(part)) IS NOT NULL THEN RETURN 0; END IF;
  LOOP
    SELECT max(p.high) INTO covered FROM id_parts(parent) p WHERE p.low <= since AND p.high > since;
    EXIT WHEN covered IS NULL;
    since := covered;
  END LOOP;
  until := least(until, (SELECT min(p.low) FROM id_parts(parent) p WHERE p.low > since));
  IF since >= until THEN RETURN 0; END IF;
  EXECUTE format('CREATE TABLE proofmail_parts.%I (LIKE public.%I INCLUDING ALL)', part, parent);
  EXECUTE format('WITH moved AS (DELETE FROM proofmail_parts.%I WHERE id >= %L AND id < %L RETURNING *)
                  INSERT INTO proofmail_parts.%I SELECT * FROM moved', parent || '_rest', since, until, part);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION proofmail_parts.%I FOR VALUES FROM (%L) TO (%L)', parent, part, since, until);
  RETURN 1;
END $$;

-- As before, but beside parts of other lengths.
CREATE OR REPLACE FUNCTION make_weekly_parts("parent" TEXT, "prefix" TEXT, "since" TIMESTAMPTZ, "weeks" INT) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  monday timestamptz;
  made int := 0;
BEGIN
  FOR week IN 0 .. weeks - 1 LOOP
    monday := date_trunc('week', since AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + week * interval '7 days';
    made := made + make_id_part(parent, parent || '_' || to_char(monday AT TIME ZONE 'UTC', 'YYYYMMDD'),
      prefix || '_' || ulid_floor(monday), prefix || '_' || ulid_floor(monday + interval '7 days'));
  END LOOP;
  RETURN made;
END $$;

CREATE FUNCTION make_monthly_id_parts("parent" TEXT, "prefix" TEXT, "since" TIMESTAMPTZ, "months" INT) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  first timestamp;
  made int := 0;
BEGIN
  FOR month IN 0 .. months - 1 LOOP
    first := date_trunc('month', since AT TIME ZONE 'UTC') + month * interval '1 month';
    made := made + make_id_part(parent, parent || '_' || to_char(first, 'YYYYMM'), prefix || '_' || ulid_floor(first AT TIME ZONE 'UTC'),
      prefix || '_' || ulid_floor((first + interval '1 month') AT TIME ZONE 'UTC'));
  END LOOP;
  RETURN made;
END $$;

-- As before, but it looks for new rows near the one that it is called for only, which are in two or three parts, however many there
-- are: eight characters are `aud_` and the twelve days in which an id was made. It is called for each row, so none is missed.
-- Its statements are planned once for a session, and each time only the parts that hold such ids are opened.
CREATE OR REPLACE FUNCTION audit_chain_append() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  low text := left(NEW.id, 8);
  high text := greatest(NEW.id, left(NEW.id, 8) || repeat('Z', 22));
  head audit_chains;
  event audit_events;
BEGIN
  -- Another row's call has added this one already.
  PERFORM 1 FROM audit_events WHERE id = NEW.id AND chain_position IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- Heads are locked in order, so that two transactions never wait for each other.
  INSERT INTO audit_chains (chain, position, hash)
    SELECT DISTINCT coalesce(tenant_id, ''), 0, ''::bytea FROM audit_events
    WHERE chain_position IS NULL AND id >= low AND id <= high
    ORDER BY 1 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM audit_chains
    WHERE chain IN (SELECT coalesce(tenant_id, '') FROM audit_events WHERE chain_position IS NULL AND id >= low AND id <= high)
    ORDER BY chain FOR UPDATE;
  FOR event IN
    SELECT * FROM audit_events WHERE chain_position IS NULL AND id >= low AND id <= high ORDER BY tenant_id, id
  LOOP
    SELECT * INTO head FROM audit_chains WHERE chain = coalesce(event.tenant_id, '');
    head.hash := audit_chain_hash(event, head.position + 1, head.hash);
    UPDATE audit_chains SET position = head.position + 1, hash = head.hash WHERE chain = head.chain;
    UPDATE audit_events SET chain_position = head.position + 1, chain_hash = head.hash WHERE id = event.id;
  END LOOP;
  RETURN NULL;
END $$;

-- Events are kept by the week of their id from here on, in three steps, so that a large table stops nobody for longer than a
-- moment: this one says which ids the table has until then (two weeks from now at least), the second reads it to check that
-- while others write, and the third makes the table as it is the first part, without another look at its rows.
DO $$
DECLARE
  monday text := 'evt_' || ulid_floor(date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '21 days');
  -- A clock that was ahead once must not stop the upgrade.
  newest text := (SELECT max(id) || 'Z' FROM events);
BEGIN
  EXECUTE format('ALTER TABLE events ADD CONSTRAINT events_first CHECK (id < %L) NOT VALID', greatest(monday, newest));
END $$;

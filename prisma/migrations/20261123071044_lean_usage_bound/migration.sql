-- Days of usage are kept by the month from here on, in the three steps of events (`scale_events_bound`): a rule about the days that
-- the table has until then, a check of its rows while others write, and the exchange of names.
DO $$
DECLARE
  -- A clock that was ahead once must not stop the upgrade.
  newest date := greatest((SELECT max(day) FROM usage_days), (now() AT TIME ZONE 'UTC')::date);
BEGIN
  EXECUTE format('ALTER TABLE usage_days ADD CONSTRAINT usage_days_first CHECK (day < %L::date) NOT VALID',
                 (date_trunc('month', newest) + interval '2 months')::date);
END $$;

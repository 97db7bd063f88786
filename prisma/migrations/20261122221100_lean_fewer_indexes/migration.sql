-- A receipt's `run_at` moves whenever it is claimed. No query needs an index on it (receipts are claimed in their fair order),
-- and without one the new version of the row stays on its page and no index is written.
DROP INDEX "inbound_receipts_run_at_id_idx";
ALTER TABLE "inbound_receipts" SET (fillfactor = 70);

-- No statement looks for references by what they hold: `ref:` of a search asks its own index.
DROP INDEX "messages_refs_idx";

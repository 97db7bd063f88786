-- When tables are vacuumed and analysed. Postgres waits until a fifth of a table has changed, which for a large one is millions
-- of dead rows, that all readers step over, and a vacuum that then reads all of it. Nothing here is about speed of a small table.

-- Large, and a few rows of them change all day (read, labelled, sent): often and little. Inserts make pages that vacuum has
-- to mark before a count or a list can be answered from the index alone.
ALTER TABLE "messages" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
                            autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "threads" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "sends" SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE "search_documents" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Only inserted, and deleted by age: what retention leaves behind is reused the next day instead of growing for weeks.
ALTER TABLE "events" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE "audit_events" SET (autovacuum_vacuum_insert_scale_factor = 0.05);

-- Queues and day-long records: nearly every row dies young, so dead rows outnumber the living by far. By number, not by
-- share, and without a pause between pages: a long run of dead entries at the head of a queue's index is what makes a claim slow.
ALTER TABLE "inbound_receipts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
                                    autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "search_pending" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
                                  autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "job_handovers" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
                                 autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "idempotency_records" SET (autovacuum_vacuum_scale_factor = 0.02);

-- A row for each owner, changed by each message: room on the page keeps its versions beside each other, off the index.
ALTER TABLE "event_counters" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "send_counters" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "mailbox_usage" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Lists over all mailboxes of a tenant, newest first, as agents and as reviewers see them.
CREATE INDEX "threads_tenant_id_last_at_id_idx" ON "threads"("tenant_id", "last_at" DESC, "id" DESC);
CREATE INDEX "threads_tenant_id_last_any_at_id_idx" ON "threads"("tenant_id", "last_any_at" DESC, "id" DESC);
CREATE INDEX "messages_sent_of_tenant" ON "messages"("tenant_id", "created_at" DESC, "id" DESC) WHERE "direction" = 'outbound';
CREATE INDEX "messages_quarantined_of_tenant" ON "messages"("tenant_id", "created_at" DESC, "id" DESC) WHERE "status" = 'quarantined';
-- What waits to be read, counted per mailbox up to a bound.
CREATE INDEX "threads_unread" ON "threads"("identity_id") WHERE "unread_count" > 0 AND NOT "archived";

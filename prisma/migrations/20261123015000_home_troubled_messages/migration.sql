-- Written by hand: what prisma/schema cannot say. The overview of a workspace finds the sends that need a look without
-- reading all other mail. `status` is part of a predicate already, so no update costs more than before.
CREATE INDEX "messages_troubled" ON "messages" ("tenant_id", "created_at" DESC)
  WHERE "direction" = 'outbound' AND "status" IN ('uncertain', 'failed', 'bounced', 'rejected', 'complained');

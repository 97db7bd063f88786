-- A tenant's messages that wait to be sent are counted, up to its ceiling. Partial, so no part of the Prisma schema.
CREATE INDEX "messages_queued" ON "messages" ("tenant_id") WHERE "status" = 'queued';

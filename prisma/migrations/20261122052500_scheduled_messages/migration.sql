-- What was scheduled is found by its time, whenever it was accepted. Partial, so no part of the Prisma schema.
CREATE INDEX "messages_scheduled" ON "messages" ("identity_id", "send_at") WHERE "send_at" IS NOT NULL;

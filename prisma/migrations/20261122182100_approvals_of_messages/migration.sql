-- A wait finds decisions by the identity. Partial, because few messages need approval, so no part of the Prisma schema.
CREATE INDEX "messages_approval" ON "messages" ("identity_id", "id") WHERE "approval" IS NOT NULL;

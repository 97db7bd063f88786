-- What the guard found, newest first, for the console. Partial, so no part of the Prisma schema.
CREATE INDEX "sends_guarded" ON "sends"("tenant_id", "created_at" DESC) WHERE "guard" IS NOT NULL;

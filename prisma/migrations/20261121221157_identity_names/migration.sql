-- Who else is called what a sender calls himself (src/identities/namesakes-repository.ts): Prisma's schema cannot
-- say an index on an expression.
CREATE INDEX "identities_tenant_id_lower_display_name_idx" ON "identities"("tenant_id", lower("display_name"));
CREATE INDEX "identities_tenant_id_lower_owner_name_idx" ON "identities"("tenant_id", lower("owner_name"));

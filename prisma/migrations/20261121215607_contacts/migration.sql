-- CreateTable
CREATE TABLE "contacts" (
    "tenant_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT,
    "domain" TEXT NOT NULL,
    "organisation" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_outbound_at" TIMESTAMPTZ(3),
    "inbound_count" INTEGER NOT NULL,
    "outbound_count" INTEGER NOT NULL,
    "last_thread_id" TEXT NOT NULL,
    "search" tsvector NOT NULL,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("identity_id","address")
);

-- CreateIndex
CREATE INDEX "contacts_identity_id_last_seen_at_address_idx" ON "contacts"("identity_id", "last_seen_at" DESC, "address" DESC);

-- CreateIndex
CREATE INDEX "contacts_identity_id_organisation_idx" ON "contacts"("identity_id", "organisation");

-- CreateIndex
CREATE INDEX "contacts_search_idx" ON "contacts" USING GIN ("search");

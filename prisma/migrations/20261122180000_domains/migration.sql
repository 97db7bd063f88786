-- AlterTable
ALTER TABLE "addresses" ADD COLUMN     "forwarding" TEXT,
ADD COLUMN     "forwarding_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "forwarding_token" BYTEA,
ADD COLUMN     "forwarding_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "domains" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "transport" TEXT NOT NULL,
    "inbound_forwarding" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "status_reason" TEXT,
    "status_since" TIMESTAMPTZ(3) NOT NULL,
    "ownership_token" TEXT NOT NULL,
    "proven_at" TIMESTAMPTZ(3),
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "nameservers" TEXT[],
    "found_nameservers" TEXT[],
    "edge_zone_id" TEXT,
    "edge_written_at" TIMESTAMPTZ(3),
    "previous_spf" TEXT,
    "records" JSONB NOT NULL DEFAULT '[]',
    "issues" JSONB NOT NULL DEFAULT '[]',
    "verified_at" TIMESTAMPTZ(3),
    "last_checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "checks" INTEGER NOT NULL DEFAULT 0,
    "reminded_hours" INTEGER NOT NULL DEFAULT 0,
    "verify_asked_at" TIMESTAMPTZ(3),
    "probe_asked_at" TIMESTAMPTZ(3),
    "removing_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domains_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "domain_dkim_keys" (
    "domain_id" TEXT NOT NULL,
    "selector" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "record" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activated_at" TIMESTAMPTZ(3),
    "retire_at" TIMESTAMPTZ(3),

    CONSTRAINT "domain_dkim_keys_pkey" PRIMARY KEY ("domain_id","selector")
);

-- CreateTable
CREATE TABLE "domain_checks" (
    "id" TEXT NOT NULL,
    "domain_id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "records" JSONB NOT NULL,
    "issues" JSONB NOT NULL,
    "ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "domain_relays" (
    "domain_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "username" TEXT,
    "password" BYTEA,
    "probe_id" TEXT,
    "probe_status" TEXT,
    "probe_stage" TEXT,
    "probe_detail" TEXT,
    "probe_ms" INTEGER,
    "probed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_relays_pkey" PRIMARY KEY ("domain_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "domains_domain_key" ON "domains"("domain");

-- CreateIndex
CREATE INDEX "domains_tenant_id_id_idx" ON "domains"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "domains_zone_idx" ON "domains"("zone");

-- CreateIndex
CREATE INDEX "domains_next_check_at_idx" ON "domains"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "domain_dkim_keys_domain_selector_key" ON "domain_dkim_keys"("domain", "selector");

-- CreateIndex
CREATE INDEX "domain_checks_domain_id_id_idx" ON "domain_checks"("domain_id", "id");

-- CreateIndex
CREATE INDEX "addresses_domain_id_idx" ON "addresses"("domain_id");

-- CreateIndex
CREATE INDEX "addresses_forwarding_until_idx" ON "addresses"("forwarding_until");

-- AddForeignKey
ALTER TABLE "domain_dkim_keys" ADD CONSTRAINT "domain_dkim_keys_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domain_checks" ADD CONSTRAINT "domain_checks_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domain_relays" ADD CONSTRAINT "domain_relays_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;

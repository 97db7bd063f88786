-- CreateTable
CREATE TABLE "domain_connect_keys" (
    "provider" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "public_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_connect_keys_pkey" PRIMARY KEY ("provider","host")
);

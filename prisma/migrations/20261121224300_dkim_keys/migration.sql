-- CreateTable
CREATE TABLE "dkim_keys" (
    "domain" TEXT NOT NULL,
    "selector" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "record" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dkim_keys_pkey" PRIMARY KEY ("domain","selector")
);

-- The form in which the deployment writes its rows: one row (src/kernel/data/storage-format.ts). Where no release has run yet
-- there is nobody to wait for.
CREATE TABLE "storage_format" (
    "id" TEXT NOT NULL,
    "written" INTEGER NOT NULL,
    "behind_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_format_pkey" PRIMARY KEY ("id")
);
INSERT INTO "storage_format" ("id", "written")
  SELECT 'deployment', CASE WHEN EXISTS (SELECT FROM ring_keys) OR EXISTS (SELECT FROM messages) THEN 1 ELSE 2 END;

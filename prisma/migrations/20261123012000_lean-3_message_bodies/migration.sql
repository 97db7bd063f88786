-- Text and html of a message, packed together with its extracted text as the dictionary. Rows from before stay as they are.
ALTER TABLE "messages" ADD COLUMN "packed" BYTEA;
-- Postgres cannot pack it again, and need not try.
ALTER TABLE "messages" ALTER COLUMN "packed" SET STORAGE EXTERNAL;

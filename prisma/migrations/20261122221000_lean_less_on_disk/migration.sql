-- Raw messages are kept as zstd makes them; rows from before stay as they are.
ALTER TABLE "blobs" ADD COLUMN "packed" BOOLEAN NOT NULL DEFAULT false;

-- The text of a message is null where it is the extracted text, which most messages have no second one of.
ALTER TABLE "messages" ALTER COLUMN "text" DROP NOT NULL;

-- The indexer merges new entries of the index of words when it rests (src/search/indexer.ts). In a burst many documents
-- are merged at once, which writes a fraction of what forty at a time did.
ALTER INDEX "search_documents_words" SET (gin_pending_list_limit = 4096);

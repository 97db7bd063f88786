-- AlterTable
ALTER TABLE "search_documents" ADD COLUMN     "arrived_at" TIMESTAMPTZ(3);

-- Written by hand: every document is made again, with the date that the message itself bears, the time at which it
-- arrived, and the words of its text before those of its files.
INSERT INTO search_pending (message_id, identity_id) SELECT id, identity_id FROM messages ORDER BY id;

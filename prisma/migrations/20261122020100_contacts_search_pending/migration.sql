-- Written by hand: what prisma/schema cannot say. Every look-up by name reads the list of new entries through, and each
-- batch of mail looks its senders up: the list stays short.
ALTER INDEX "contacts_search_idx" SET (gin_pending_list_limit = 64);

-- These rows change soon after they were written (accepted, then sent; unread, then read) and in columns that no index
-- holds. With room left on the page the new version stays beside the old one, and no index is written again.
ALTER TABLE "messages" SET (fillfactor = 85);
ALTER TABLE "threads" SET (fillfactor = 80);
ALTER TABLE "sends" SET (fillfactor = 60);
ALTER TABLE "deliveries" SET (fillfactor = 70);

-- Reads the table once, while others read and write it.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_first";

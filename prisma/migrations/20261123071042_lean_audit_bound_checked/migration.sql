-- Reads the table once, while others read and write it.
ALTER TABLE "audit_events" VALIDATE CONSTRAINT "audit_events_first";

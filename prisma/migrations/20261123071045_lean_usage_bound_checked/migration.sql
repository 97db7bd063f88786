-- Reads the table once, while others read and write it.
ALTER TABLE "usage_days" VALIDATE CONSTRAINT "usage_days_first";

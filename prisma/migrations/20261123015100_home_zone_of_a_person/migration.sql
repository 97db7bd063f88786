-- The time zone in which the console shows times to this person; null follows their device.
ALTER TABLE "users" ADD COLUMN "timezone" TEXT;

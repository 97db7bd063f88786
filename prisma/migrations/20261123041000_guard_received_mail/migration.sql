-- The newest received messages of a mailbox, for the guard of what leaves: a mailbox that mostly sends has few among many.
CREATE INDEX "messages_received" ON "messages" ("identity_id", "created_at" DESC, "id" DESC) WHERE "direction" = 'inbound';

-- `message.received` holds the text of its message by reference: so many of its characters.
ALTER TABLE "events" ADD COLUMN "text_length" INTEGER;

-- The beginning of a message's text as a JSON string; empty when the message is gone, whose events go with it.
CREATE FUNCTION message_text("message_id" TEXT, "characters" INTEGER) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_json(coalesce((SELECT left(m.extracted_text, "characters") FROM messages m WHERE m.id = "message_id"), ''))::text
$$;

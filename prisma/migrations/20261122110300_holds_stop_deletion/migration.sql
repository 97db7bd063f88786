-- Whether an active legal hold covers the message: its tenant, its identity, its thread, or somebody whom a message of its
-- thread names. Everything that deletes mail, or copies of it, asks this.
CREATE FUNCTION message_is_held("message_id" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM messages m JOIN legal_holds h ON h.tenant_id = m.tenant_id AND h.released_at IS NULL
    WHERE m.id = "message_id"
      AND CASE h.scope
            WHEN 'tenant' THEN true
            WHEN 'identity' THEN h.identity_id = m.identity_id
            WHEN 'thread' THEN h.thread_id = m.thread_id
            ELSE EXISTS (
              SELECT FROM messages n,
                jsonb_array_elements(jsonb_build_array(n."from") || n."to" || n.cc || n.bcc || n.reply_to) AS party
              WHERE n.thread_id = m.thread_id AND n.identity_id = m.identity_id
                AND lower(party->>'address') = h.counterparty_address)
          END)
$$;

-- Whether an event holds text of a held message.
CREATE FUNCTION event_is_held("event" events) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM legal_holds WHERE tenant_id = "event".tenant_id AND released_at IS NULL) THEN false
    ELSE coalesce(message_is_held(coalesce("event".data->'message'->>'id', "event".data->>'message_id')), false)
  END
$$;

-- Whether the file of an export may hold held mail.
CREATE FUNCTION export_is_held("export" exports) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM legal_holds h
    WHERE h.tenant_id = "export".tenant_id AND h.released_at IS NULL
      AND CASE
            WHEN h.scope = 'tenant' THEN true
            WHEN "export".scope = 'identity' THEN h.scope = 'counterparty' OR h.identity_id = "export".identity_id
            ELSE h.scope <> 'counterparty' OR h.counterparty_address = "export".counterparty_address
          END)
$$;

import type { Client } from 'pg';

const trust = {
  verdict: 'pass',
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  arc: 'none',
  known_sender: true,
  quarantined: false,
  spam_score: 0,
  automated: false,
  flags: [],
};
const triage = {
  status: 'done',
  category: 'support',
  needs_reply: 0.2,
  urgency: 1,
  summary: null,
  language: 'en',
  risk_flags: [],
  model: 'builtin',
  version: null,
};

/** The first is the newest; each further one is a minute older. Thread `n` is called `Matter n`. */
export async function insertThreads(
  db: Client,
  { tenantId, identityId, many }: { tenantId: string; identityId: string; many: number },
): Promise<void> {
  await db.query('begin');
  // Neither searched nor told of as events: only the lists are looked at.
  await db.query(`set local session_replication_role = replica`);
  const id = (prefix: string) => `'${prefix}_01' || right($2, 16) || lpad(n::text, 8, '0')`;
  const at = `now() - n * interval '1 minute'`;
  const sender = `jsonb_build_object('address', 'sender' || n % 500 || '@example.net', 'name', 'Sender ' || n % 500)`;
  await db.query(
    `insert into threads (id, tenant_id, identity_id, subject, participants, message_count, unread_count, last_at,
                          last_any_at, category, needs_reply, urgency, labels, directions)
     select ${id('thr')}, $1, $2, 'Matter ' || n, jsonb_build_array(${sender}), 1, (n % 3 = 0)::int, ${at}, ${at},
            'support', 0.2, 1, array['batch'], '{inbound}'
     from generate_series(1, $3::int) n`,
    [tenantId, identityId, many],
  );
  await db.query(
    `insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "from", "to", cc, bcc, reply_to,
                           subject, sent_at, received_at, created_at, extracted_text, text, headers, trust, triage,
                           is_read, rfc_message_id)
     select ${id('msg')}, $1, $2, ${id('thr')}, 'inbound', 'received', 'normal', ${sender}, '[]', '[]', '[]', '[]',
            'Matter ' || n, ${at}, ${at}, ${at}, 'What matter ' || n || ' is about.', 'What matter ' || n || ' is about.',
            '[]', $4::jsonb, $5::jsonb, n % 3 <> 0, '<' || n || '@example.net>'
     from generate_series(1, $3::int) n`,
    [tenantId, identityId, many, trust, triage],
  );
  await db.query('commit');
  await db.query('analyze threads, messages');
}

/** Further messages in one conversation: `Message 1` is the oldest. */
export async function insertMessages(
  db: Client,
  { threadId, many }: { threadId: string; many: number },
): Promise<void> {
  await db.query('begin');
  await db.query(`set local session_replication_role = replica`);
  await db.query(
    `insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "from", "to", cc, bcc, reply_to,
                           subject, sent_at, received_at, created_at, extracted_text, text, headers, trust, triage,
                           is_read, rfc_message_id)
     select 'msg_02' || right(m.id, 16) || lpad(n::text, 8, '0'), tenant_id, identity_id, thread_id, direction, status, kind,
            "from", "to", cc, bcc, reply_to, subject, sent_at, received_at, created_at + n * interval '1 second',
            'Message ' || n, 'Message ' || n, headers, trust, triage, true, '<more-' || n || '@example.net>'
     from messages m cross join generate_series(1, $2::int) n where thread_id = $1`,
    [threadId, many],
  );
  await db.query('update threads set message_count = message_count + $2 where id = $1', [threadId, many]);
  await db.query('commit');
}

/** Suppressed addresses and contacts: the first is the newest, each further one a minute older. */
export async function insertRecords(
  db: Client,
  { tenantId, identityId, many }: { tenantId: string; identityId: string; many: number },
): Promise<void> {
  await db.query(
    `insert into suppressions (id, tenant_id, address, reason, created_at)
     select '01' || right($1, 16) || lpad(n::text, 8, '0'), $1, 'person' || n || '@many.example', 'unsubscribe',
            now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [tenantId, many],
  );
  await db.query(
    `insert into contacts (tenant_id, identity_id, address, name, domain, organisation, first_seen_at, last_seen_at,
                           inbound_count, outbound_count, last_thread_id, search)
     select $1, $2, 'person' || n || '@many.example', 'Person ' || n, 'many.example', 'many.example',
            now() - n * interval '1 minute', now() - n * interval '1 minute', 1, 0,
            'thr_01' || right($2, 16) || lpad(n::text, 8, '0'), ''
     from generate_series(1, $3::int) n`,
    [tenantId, identityId, many],
  );
  await db.query('analyze suppressions, contacts');
}

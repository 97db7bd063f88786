import type { Client } from 'pg';
import { ulid } from 'ulid';
import { packCalls } from '#workspace/requests/packed.ts';

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
  // Not indexed and without events, because only the lists are tested.
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

/** Sent messages and entries of the audit log: the first is the newest, each further one a minute older. */
export async function insertLogs(
  db: Client,
  { tenantId, identityId, many }: { tenantId: string; identityId: string; many: number },
): Promise<void> {
  const at = `now() - n * interval '1 minute'`;
  const id = (prefix: string) => `'${prefix}_03' || right($1, 16) || lpad(n::text, 8, '0')`;
  await db.query('begin');
  // Without the hash chain of the audit log and without events, because only the lists are tested.
  await db.query('set local session_replication_role = replica');
  await db.query(
    `insert into threads (id, tenant_id, identity_id, subject, participants, message_count, unread_count, last_at,
                          last_any_at, labels, directions)
     select ${id('thr')}, $1, $2, 'Notice ' || n, '[]', 1, 0, ${at}, ${at}, '{}', '{outbound}'
     from generate_series(1, $3::int) n`,
    [tenantId, identityId, many],
  );
  await db.query(
    `insert into messages (id, tenant_id, identity_id, thread_id, direction, status, kind, "from", "to", cc, bcc, reply_to,
                           subject, sent_at, created_at, extracted_text, text, headers, trust, triage, is_read, rfc_message_id)
     select ${id('msg')}, $1, $2, ${id('thr')}, 'outbound', 'delivered', 'normal', '{"address":"desk@example.net","name":""}',
            jsonb_build_array(jsonb_build_object('address', 'person' || n || '@example.net', 'name', '')), '[]', '[]', '[]',
            'Notice ' || n, ${at}, ${at}, 'Notice.', 'Notice.', '[]', $4::jsonb, $5::jsonb, true, '<sent-' || n || '@example.net>'
     from generate_series(1, $3::int) n`,
    [tenantId, identityId, many, trust, triage],
  );
  await db.query(
    `insert into audit_events (id, tenant_id, actor_key_id, action, target_type, target_id, details, created_at)
     select '04' || right($1, 16) || lpad(n::text, 8, '0'), $1, null, 'suppression.create', 'suppression',
            '05' || right($1, 16) || lpad(n::text, 8, '0'), jsonb_build_object('address_hint', 'entry ' || n), ${at}
     from generate_series(1, $2::int) n`,
    [tenantId, many],
  );
  await db.query('commit');
  await db.query('analyze threads, messages, audit_events');
}

/** Calls of one key in the log of requests: the first is the newest, each further one a second older. */
export async function insertCalls(
  db: Client,
  { tenantId, many }: { tenantId: string; many: number },
): Promise<void> {
  const perSlot = 10;
  const newest = Math.floor(Date.now() / 10_000) * 10 - perSlot;
  const rows = await Promise.all(
    Array.from({ length: many / perSlot }, async (_, index) => {
      const slot = newest - index * perSlot;
      const calls = Array.from({ length: perSlot }, (_, second) => {
        const at = (slot + perSlot - 1 - second) * 1_000;
        return {
          ...{ request_id: `req_${ulid(at)}`, at, key_id: 'key_of_nobody', user_id: null, method: 'GET' },
          ...{ route: `/v1/call/${index * perSlot + second + 1}`, status: 200, code: null, duration_ms: 1 },
        };
      });
      return { slot, routes: calls.map(({ route }) => route).join(' '), calls: await packCalls(calls) };
    }),
  );
  await db.query(
    `insert into request_logs (id, tenant_id, slot, many, classes, codes, routes, key_ids, calls, created_at)
     select 'log' || right($1, 16) || slot, $1, slot, $2, '{2}', '{}', string_to_array(routes, ' '), '{key_of_nobody}', calls, now()
     from unnest($3::bigint[], $4::text[], $5::bytea[]) as rows(slot, routes, calls)`,
    [
      tenantId,
      perSlot,
      rows.map((row) => row.slot),
      rows.map((row) => row.routes),
      rows.map((row) => row.calls),
    ],
  );
  await db.query('analyze request_logs');
}

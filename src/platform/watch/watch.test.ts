import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { pauseForAbuse } from '#mailbox/identities/index.ts';
import { capturedFor } from '#testing/captured.ts';
import { type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { watch } from './index.ts';

// Which conditions people are notified of (issue 22 point 5), how often, and what they can turn off.

let product: MailProduct;
const clock = { time: new Date('2026-11-10T10:00:00Z'), now: () => clock.time };
let count = 0;

beforeAll(async () => {
  product = await openMailProduct({ PM_CONSOLE_URL: 'https://console.example' }, clock);
});
afterAll(() => product.close());

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: createHash('md5').update(text).digest('hex'), text, values });

const look = () => watch(product.services, new AbortController().signal);

async function person(tenantId: string, { isOperator = false } = {}) {
  count += 1;
  const [id, email] = [`usr_watch_${count}`, `watch${count}@people.example`];
  await rows(
    'insert into users (id, email, name, is_operator) values ($1, $2, $3, $4)',
    id,
    email,
    'Ann',
    isOperator,
  );
  await rows("insert into members (tenant_id, user_id, role) values ($1, $2, 'admin')", tenantId, id);
  const caller = createCaller({
    actor: {
      key_id: null,
      user_id: id,
      name: 'Ann',
      level: 'tenant',
      mode: 'live',
      partner_id: null,
      tenant_id: tenantId,
      identity_id: null,
      permissions: new Set(),
      expires_at: null,
      source_address: null,
    },
    services: product.services,
    requestId: 'req_test',
    idempotencyKey: null,
  });
  return { id, email, caller };
}

const subjectsOf = async ({ caller }: Awaited<ReturnType<typeof person>>) =>
  (await caller.notices.list({})).data.map(({ kind, subject }) => [kind, subject]);

/** The subjects of mail to an address, after all jobs that send mail are done. */
async function mailed(address: string) {
  await product.eventually(
    () => rows("select from graphile_worker.jobs where task_identifier = 'sending.service_mail'"),
    (left) => left.length === 0,
  );
  return (await capturedFor(product.services.db, address)).map(({ subject }) => subject);
}

describe('notices', () => {
  it('tell once of an endpoint that fails, of one that was disabled, and of a key that ends', async () => {
    const { tenantId } = await product.mailbox();
    const ann = await person(tenantId);
    const endpoint = (id: string, enabled: boolean, since: string) =>
      rows(
        `insert into webhook_endpoints (id, owner_id, tenant_id, url, events, identity_ids, description, enabled,
           disabled_reason, secret, failures, failing_since, created_at, updated_at)
         values ($1, $2, $2, 'https://hooks.example/' || $1, '{*}', '{}', '', $3, $4, '', 7, $5, $5, $5)`,
        id,
        tenantId,
        enabled,
        enabled ? null : 'failing',
        since,
      );
    await endpoint('whk_w1', true, '2026-11-10T09:00:00Z');
    await endpoint('whk_w2', true, '2026-11-10T09:00:01Z');
    await endpoint('whk_w3', false, '2026-11-08T09:00:00Z');
    const key = { name: 'Robot', level: 'tenant', tenant_id: tenantId, permissions: ['messages:read'] };
    const made = await product.call('POST', '/v1/keys', {
      body: { ...key, expires_at: '2026-11-16T10:00:00Z' },
    });
    expect(made.status).toBe(201);
    const set = (createdAt: string) =>
      rows('update api_keys set created_at = $2 where id = $1', made.body.key_id, createdAt);
    // A lifetime of less than two weeks causes no notice.
    await set('2026-11-09T10:00:00Z');
    await look();
    expect((await subjectsOf(ann)).map(([kind]) => kind).sort()).toEqual([
      'webhook_failing',
      'webhook_failing',
    ]);
    await set('2026-06-01T10:00:00Z');
    await Promise.all([look(), look()]);
    await look();
    expect((await subjectsOf(ann)).sort()).toEqual([
      ['key_expiring', 'The API key “Robot” expires soon'],
      ['webhook_failing', 'The webhook to hooks.example is failing'],
      ['webhook_failing', 'The webhook to hooks.example was disabled'],
    ]);
    expect((await mailed(ann.email)).sort()).toEqual([
      'The API key “Robot” expires soon',
      'The webhook to hooks.example is failing',
      'The webhook to hooks.example was disabled',
    ]);
  });

  it('tell the person who connected an application before its access ends, and nobody else', async () => {
    const { tenantId } = await product.mailbox();
    const [ann, bob] = [await person(tenantId), await person(tenantId)];
    const body = { name: 'Claude', level: 'tenant', tenant_id: tenantId, permissions: ['messages:read'] };
    const made = await product.call('POST', '/v1/keys', { body });
    await rows(
      `update api_keys set oauth_client_id = 'https://claude.example/', created_by_user_id = $2, created_at = '2026-08-15T10:00:00Z',
         expires_at = '2026-11-13T10:00:00Z' where id = $1`,
      made.body.key_id,
      ann.id,
    );
    await look();
    await look();
    expect(await subjectsOf(ann)).toEqual([['key_expiring', '“Claude” loses access soon']]);
    expect(await subjectsOf(bob)).toEqual([]);
    expect(await mailed(ann.email)).toEqual(['“Claude” loses access soon']);
    await rows('delete from members where user_id = $1', ann.id);
    await rows("update api_keys set expires_at = '2026-11-14T10:00:00Z' where id = $1", made.body.key_id);
    await look();
    expect(await mailed(ann.email)).toHaveLength(1);
  });

  it('tell of mail in quarantine once a day, at 09:00 of the zone', async () => {
    const mailbox = await product.mailbox({ tenant: { timezone: 'Asia/Kolkata' } });
    const ann = await person(mailbox.tenantId);
    await product.handOver(
      mailbox.address,
      `From: a@stranger.example\r\nTo: ${mailbox.address}\r\nSubject: Odd\r\n\r\nx\r\n`,
    );
    await product.eventually(
      () =>
        rows<{ many: number }>(
          'select count(*)::int as many from messages where identity_id = $1',
          mailbox.id,
        ),
      ([row]) => row!.many === 1,
    );
    await rows(
      "update messages set status = 'quarantined', quarantine_reason = 'spam', created_at = '2026-11-11T00:00:00Z' where identity_id = $1",
      mailbox.id,
    );
    for (const [time, told] of [
      ['2026-11-11T03:29:59Z', 0],
      ['2026-11-11T03:30:00Z', 1],
      ['2026-11-11T03:45:00Z', 1],
      ['2026-11-12T03:30:00Z', 1],
    ] as const) {
      clock.time = new Date(time);
      await look();
      expect([time, await subjectsOf(ann)]).toEqual([
        time,
        told === 1 ? [['quarantine_waiting', 'One message is waiting in quarantine']] : [],
      ]);
    }
    clock.time = new Date('2026-11-10T10:00:00Z');
  });

  it('tell of a pause for abuse with the rates, in the transaction of the pause', async () => {
    const mailbox = await product.mailbox();
    const ann = await person(mailbox.tenantId);
    const identity = { id: mailbox.id, tenant_id: mailbox.tenantId };
    for (let time = 0; time < 2; time += 1)
      await product.services.db.transaction((tx) =>
        pauseForAbuse(tx, product.services, identity, { sends: 200, bounce_rate: 0.125, complaint_rate: 0 }),
      );
    const [notice] = (await ann.caller.notices.list({})).data;
    expect(notice).toMatchObject({ kind: 'identity_paused', read_at: null, path: '/console/identities' });
    expect(await mailed(ann.email)).toHaveLength(1);
    const [mail] = await capturedFor(product.services.db, ann.email);
    expect(mail!.text).toContain('Bounced: 12.5%');
  });

  it('are read, counted, and turned off by their reader alone', async () => {
    const mailbox = await product.mailbox();
    const [ann, bob] = [await person(mailbox.tenantId), await person(mailbox.tenantId)];
    const pause = async () => {
      await rows("update identities set status = 'active' where id = $1", mailbox.id);
      await product.services.db.transaction((tx) =>
        pauseForAbuse(tx, product.services, { id: mailbox.id, tenant_id: mailbox.tenantId }, { sends: 100 }),
      );
    };
    await ann.caller.notices.choose({ kind: 'identity_paused', by_mail: false, in_console: true });
    await bob.caller.notices.choose({ kind: 'identity_paused', by_mail: false, in_console: false });
    await pause();
    expect([await mailed(ann.email), await mailed(bob.email)]).toEqual([[], []]);
    expect([await subjectsOf(ann), await subjectsOf(bob)].map(({ length }) => length)).toEqual([1, 0]);
    await bob.caller.notices.choose({ kind: 'identity_paused', by_mail: true, in_console: true });
    await pause();
    expect([(await mailed(ann.email)).length, (await mailed(bob.email)).length]).toEqual([0, 1]);
    const list = await ann.caller.notices.list({});
    expect([list.unread, list.data.length]).toEqual([2, 2]);
    const ids = [list.data[0]!.id];
    // Somebody else's notice does not change, and the response does not reveal that it exists.
    expect(await bob.caller.notices.mark_read({ ids })).toEqual({ marked: 0 });
    expect(await ann.caller.notices.mark_read({ ids })).toEqual({ marked: 1 });
    expect(await ann.caller.notices.mark_read({ ids })).toEqual({ marked: 0 });
    expect((await ann.caller.notices.list({ only_unread: true })).data).toHaveLength(1);
    expect(await ann.caller.notices.mark_read({ up_to: list.data[0]!.id })).toEqual({ marked: 1 });
    expect((await ann.caller.notices.list({})).unread).toBe(0);
    const first = await ann.caller.notices.list({ limit: 1 });
    const second = await ann.caller.notices.list({ limit: 1, cursor: first.next_cursor! });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(list.data.map(({ id }) => id));
  });

  it('of the deployment are for its operators', async () => {
    const { tenantId } = await product.mailbox();
    const [operator, ann] = [await person(tenantId, { isOperator: true }), await person(tenantId)];
    await rows(
      `insert into dead_letters (id, ref, queue, job, payload, tries, error, attempts, status, first_failed_at, last_failed_at)
       values ('dlq_watch', 'watch', 'sending', 'sending.submit', '{}', 1, 'x', 1, 'open', now(), now())`,
    );
    await look();
    await look();
    expect(await subjectsOf(operator)).toEqual([['dead_letters', 'A job has failed permanently']]);
    expect(await subjectsOf(ann)).toEqual([]);
    expect(await mailed(operator.email)).toEqual(['A job has failed permanently']);
    const [mail] = await capturedFor(product.services.db, operator.email);
    expect(mail?.text).toContain('Send a message');
    expect(`${mail?.text}${mail?.html}`).not.toContain('sending.submit');
    const kinds = async ({ caller }: typeof ann) =>
      (await caller.notices.list_choices({})).data.filter(({ scope }) => scope === 'platform').length;
    expect([await kinds(operator), await kinds(ann)]).toEqual([3, 0]);
    const off = { kind: 'dead_letters', by_mail: false, in_console: false } as const;
    await expect(ann.caller.notices.choose(off)).rejects.toMatchObject({
      cause: { code: 'permission_denied' },
    });
    await operator.caller.notices.choose(off);
    await rows("update dead_letters set id = 'dlq_watcher'");
    await look();
    expect(await subjectsOf(operator)).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '#api/trpc/router.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type MailOptions, storeMail } from '#testing/mail.ts';
import { auditRows, partnerKey } from '#testing/tenants.ts';

let world: World;
let open: World;
const reading = ['messages:read', 'messages:send', 'attachments:read'];

beforeAll(async () => {
  world = await openWorld();
  open = await openWorld({ PM_QUARANTINE_KEY_RELEASE: 'on' });
});
afterAll(() => Promise.all([world.close(), open.close()]));

type Keys = { mailbox: Mailbox; agent: string; reviewer: string; tenantId: string };

async function mailboxIn(where: World, policy: unknown = {}, creator?: string): Promise<Keys> {
  const tenantId = await where.tenant({}, creator);
  await where.call('PATCH', `/v1/tenants/${tenantId}`, { body: { policy } });
  const mailbox = (await where.identity(tenantId)) as unknown as Mailbox;
  const scope = { level: 'identity', identity_id: mailbox.id };
  return {
    mailbox,
    tenantId,
    agent: await where.key(scope, reading),
    reviewer: await where.key(scope, [...reading, 'quarantine:review']),
  };
}

const keyRelease = (value: boolean) => ({ quarantine: { key_release: value } });
const quarantined: MailOptions = { status: 'quarantined' };

const passed: NonNullable<MailOptions['trust']> = {
  verdict: 'pass',
  spf: 'pass',
  dkim: 'pass',
  dmarc: 'pass',
  arc: 'none',
  known_sender: false,
  quarantined: true,
  spam_score: 0,
  automated: false,
  flags: [],
};

const release = (where: World, mailbox: Mailbox, id: string, key: string): Promise<ApiAnswer> =>
  where.call('POST', `/v1/identities/${mailbox.id}/messages/${id}/release`, {
    key,
    body: { reason: 'Asked by telephone.' },
  });

describe('release (spec 3.2, 4.6)', () => {
  it('is always allowed to a signed-in person, who is named', async () => {
    const { mailbox, reviewer, tenantId } = await mailboxIn(world, keyRelease(false));
    const mail = await storeMail(world.services, mailbox, quarantined);
    expect((await release(world, mailbox, mail.id, reviewer)).status).toBe(403);
    const key = await world.services.authenticate(`Bearer ${reviewer}`);
    const actor = { ...key, key_id: null, user_id: 'usr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' };
    const { services } = world;
    const caller = createCaller({ actor, services, requestId: newId('request'), idempotencyKey: null });
    const released = await caller.quarantine.release({ identity_id: mailbox.id, message_id: mail.id });
    expect(released.status).toBe('received');
    expect(await auditRows(world, mail.id)).toMatchObject([
      { action: 'quarantine.release', actor_key_id: null, actor_user_id: actor.user_id, tenant_id: tenantId },
    ]);
  });

  it('shows the message, its thread, and writes the audit row', async () => {
    const { mailbox, agent, reviewer, tenantId } = await mailboxIn(world, keyRelease(true));
    const mail = await storeMail(world.services, mailbox, quarantined);
    const get = (path: string, key = agent) =>
      world.call('GET', `/v1/identities/${mailbox.id}/${path}`, { key });
    expect((await get(`messages/${mail.id}`)).body.error.code).toBe('message_not_found');
    expect((await get(`threads/${mail.thread_id}`)).body.error.code).toBe('thread_not_found');
    const { status, body } = await release(world, mailbox, mail.id, reviewer);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      id: mail.id,
      status: 'received',
      trust: { quarantined: false, verdict: 'fail' },
      triage: { status: 'pending' },
    });
    expect((await get(`messages/${mail.id}`)).body).toMatchObject({ status: 'received' });
    expect((await get(`threads/${mail.thread_id}`)).body).toMatchObject({
      message_count: 1,
      unread_count: 1,
    });
    expect((await get('quarantine', reviewer)).body.data).toEqual([]);
    expect(await auditRows(world, mail.id)).toMatchObject([
      {
        action: 'quarantine.release',
        target_type: 'message',
        tenant_id: tenantId,
        details: {
          identity_id: mailbox.id,
          reason: 'Asked by telephone.',
          quarantine_reason: 'authentication_failed',
        },
      },
    ]);
    expect((await release(world, mailbox, mail.id, reviewer)).body.error.code).toBe('not_quarantined');
  });

  it('tells of the code that it brings when its sender is proven (spec 6.4)', async () => {
    const { mailbox, reviewer } = await mailboxIn(world, keyRelease(true));
    const told = async (verdict: 'pass' | 'fail') => {
      const mail = await storeMail(world.services, mailbox, {
        ...quarantined,
        quarantine_reason: 'unsolicited_otp',
        trust: { ...passed, verdict },
        verification: { code: '448120', link: null },
      });
      expect((await release(world, mailbox, mail.id, reviewer)).status).toBe(200);
      const { db } = world.services;
      const rows = await db.rows<{ type: string; data: { message_id: string } }>(
        sql`select type, data from events where identity_id = ${mailbox.id} order by position`,
      );
      return rows.filter(({ type, data }) => type === 'verification.received' && data.message_id === mail.id);
    };
    const [event, ...others] = await told('pass');
    expect([event?.data, others]).toEqual([
      { message_id: expect.any(String), sender_domain: 'sender.example', kind: 'code' },
      [],
    ]);
    expect(await told('fail')).toEqual([]);
  });

  it('moves counts and people in a thread that agents see already, and brings it back from the archive', async () => {
    const { mailbox, agent, reviewer } = await mailboxIn(world, keyRelease(true));
    const path = async () => {
      const { body } = await world.call('GET', `/v1/identities/${mailbox.id}/threads`, { key: agent });
      return body.data[0];
    };
    const first = await storeMail(world.services, mailbox, { labels: ['a'] });
    const kept = await storeMail(world.services, mailbox, {
      ...quarantined,
      thread_id: first.thread_id,
      labels: ['b'],
      from: { address: 'mallory@elsewhere.example', name: null },
      at: new Date(world.time.now.getTime() + 1_000),
    });
    await world.call('PATCH', `/v1/identities/${mailbox.id}/threads/${first.thread_id}`, {
      body: { archived: true },
    });
    const before = await path();
    expect(before).toMatchObject({ message_count: 1, unread_count: 1, labels: ['a'], archived: true });
    expect(JSON.stringify(before.participants)).not.toContain('mallory');
    await release(world, mailbox, kept.id, reviewer);
    const after = await path();
    expect(after).toMatchObject({
      message_count: 2,
      unread_count: 2,
      labels: ['a', 'b'],
      archived: false,
      last_at: kept.created_at,
    });
    expect(JSON.stringify(after.participants)).toContain('mallory');
  });

  it('two releases at once: one succeeds, one finds it released, one audit row', async () => {
    const { mailbox, reviewer } = await mailboxIn(world, keyRelease(true));
    const mail = await storeMail(world.services, mailbox, quarantined);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => release(world, mailbox, mail.id, reviewer)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await auditRows(world, mail.id)).toHaveLength(1);
  });

  it.each([
    ['off', undefined, 403],
    ['off', false, 403],
    ['off', true, 200],
    ['on', undefined, 200],
    ['on', true, 200],
    ['on', false, 403],
  ] as const)('switch %s, policy.quarantine.key_release %s: %i', async (state, value, expected) => {
    const where = state === 'on' ? open : world;
    const { mailbox, reviewer } = await mailboxIn(where, value === undefined ? {} : keyRelease(value));
    for (const key of [reviewer, where.platformKey]) {
      const mail = await storeMail(where.services, mailbox, quarantined);
      const { status, body } = await release(where, mailbox, mail.id, key);
      expect(status).toBe(expected);
      if (expected === 403) expect(body.error.code).toBe('permission_denied');
    }
  });

  it("the tenant's own partner key may, another partner's finds nothing", async () => {
    const partners = await Promise.all(
      ['one', 'two'].map(
        async (name) => (await world.call('POST', '/v1/partners', { body: { name } })).body.id,
      ),
    );
    const [own, foreign] = await Promise.all(
      partners.map((id) => partnerKey(world, id, ['tenants:manage', 'quarantine:review'])),
    );
    const { mailbox } = await mailboxIn(world, keyRelease(true), own);
    const mail = await storeMail(world.services, mailbox, quarantined);
    expect((await release(world, mailbox, mail.id, foreign!)).body.error.code).toBe('identity_not_found');
    expect((await release(world, mailbox, mail.id, own!)).status).toBe(200);
  });

  it('needs quarantine:review; what is not quarantined is refused, and hidden mail stays hidden', async () => {
    const { mailbox, agent, reviewer } = await mailboxIn(world, keyRelease(true));
    const mail = await storeMail(world.services, mailbox, quarantined);
    expect((await release(world, mailbox, mail.id, agent)).body.error.code).toBe('permission_denied');
    for (const status of ['received', 'hidden', 'throttled']) {
      const other = await storeMail(world.services, mailbox, { status });
      expect((await release(world, mailbox, other.id, reviewer)).body.error.code).toBe('not_quarantined');
    }
    const missing = await release(world, mailbox, 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', reviewer);
    expect(missing.body.error.code).toBe('message_not_found');
  });
});

describe('quarantined mail (spec 2.6)', () => {
  it.each(['quarantined', 'hidden', 'throttled'])(
    '%s: with its parts it is there for reviewers only',
    async (status) => {
      const { mailbox, agent, reviewer } = await mailboxIn(world);
      const mail = await storeMail(world.services, mailbox, {
        status,
        raw: Buffer.from('Subject: x\r\n\r\nx'),
        attachments: [{ filename: 'a.txt', content: Buffer.from('a') }],
      });
      const paths = [
        `messages/${mail.id}`,
        `messages/${mail.id}/raw`,
        `messages/${mail.id}/attachments/${mail.attachmentIds[0]}`,
      ];
      for (const path of paths) {
        const read = (key: string) => world.call('GET', `/v1/identities/${mailbox.id}/${path}`, { key });
        expect((await read(agent)).body.error?.code, path).toBe('message_not_found');
        expect((await read(reviewer)).status, path).toBe(200);
      }
    },
  );

  it.each([
    ['quarantined', 202],
    ['hidden', 404],
    ['throttled', 404],
  ])('a reply to %s mail by a reviewer: %i (4.6, send rule 7)', async (status, expected) => {
    const { mailbox, reviewer } = await mailboxIn(world);
    await world.call('PATCH', `/v1/identities/${mailbox.id}`, {
      body: { owner: { name: 'Ada', email: 'ada@example.com' } },
    });
    const mail = await storeMail(world.services, mailbox, { status });
    const answer = await world.call('POST', `/v1/identities/${mailbox.id}/messages/${mail.id}/reply`, {
      key: reviewer,
      headers: { 'idempotency-key': status },
      body: { text: 'Who are you?' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
  });

  it('the quarantine lists newest first, page by page', async () => {
    const { mailbox, reviewer } = await mailboxIn(world);
    const ids: string[] = [];
    for (const minute of [2, 0, 1]) {
      const at = new Date(world.time.now.getTime() + minute * 60_000);
      ids.push((await storeMail(world.services, mailbox, { ...quarantined, at })).id);
    }
    await storeMail(world.services, mailbox, { status: 'hidden' });
    const path = `/v1/identities/${mailbox.id}/quarantine?limit=2`;
    const first = (await world.call('GET', path, { key: reviewer })).body;
    const second = (await world.call('GET', `${path}&cursor=${first.next_cursor}`, { key: reviewer })).body;
    const listed = [...first.data, ...second.data];
    expect(listed.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    expect(listed[0].quarantine_reason).toBe('authentication_failed');
    expect(second.next_cursor).toBeNull();
  });
});

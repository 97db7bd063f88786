import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type MailOptions, storeMail } from '#testing/mail.ts';

let world: World;
let mailbox: Mailbox;
let agent: string;

beforeAll(async () => {
  world = await openWorld();
  const tenant = await world.tenant();
  mailbox = (await world.identity(tenant)) as unknown as Mailbox;
  agent = await world.key({ level: 'identity', identity_id: mailbox.id }, [
    'messages:read',
    'messages:write',
  ]);
});
afterAll(() => world.close());

const store = (options: MailOptions = {}) => storeMail(world.services, mailbox, options);
const base = () => `/v1/identities/${mailbox.id}`;
const patch = (path: string, body: unknown, key = agent): Promise<ApiAnswer> =>
  world.call('PATCH', `${base()}/${path}`, { body, key });
const read = async (path: string, key = agent): Promise<ApiAnswer['body']> =>
  (await world.call('GET', `${base()}/${path}`, { key })).body;

describe('PATCH message (spec 4.6)', () => {
  it('labels it and marks it read; the thread follows at once', async () => {
    const mail = await store();
    const { status, body } = await patch(`messages/${mail.id}`, {
      labels_add: [' order ', 'vip', 'order'],
      read: true,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ id: mail.id, labels: ['order', 'vip'], is_read: true });
    expect(await read(`threads/${mail.thread_id}`)).toMatchObject({
      labels: ['order', 'vip'],
      unread_count: 0,
    });
    const again = await patch(`messages/${mail.id}`, { labels_remove: ['order', 'unheard'], read: false });
    expect(again.body).toMatchObject({ labels: ['vip'], is_read: false });
    expect(await read(`threads/${mail.thread_id}`)).toMatchObject({ labels: ['vip'], unread_count: 1 });
  });

  it('leaves alone what is left out, and keeps the order of labels', async () => {
    const mail = await store({ labels: ['b', 'a'] });
    expect((await patch(`messages/${mail.id}`, {})).body).toMatchObject({
      labels: ['b', 'a'],
      is_read: false,
    });
    const both = { labels_add: ['c', 'b'], labels_remove: ['b'] };
    expect((await patch(`messages/${mail.id}`, both)).body.labels).toEqual(['a', 'c', 'b']);
  });

  it("a thread's labels are those of all its messages", async () => {
    const first = await store({ labels: ['one', 'both'] });
    const second = await store({ thread_id: first.thread_id, labels: ['both', 'two'] });
    expect((await read(`threads/${first.thread_id}`)).labels).toEqual(['both', 'one', 'two']);
    await patch(`messages/${first.id}`, { labels_remove: ['one', 'both'] });
    expect((await read(`threads/${first.thread_id}`)).labels).toEqual(['both', 'two']);
    await patch(`messages/${second.id}`, { labels_remove: ['both', 'two'] });
    expect((await read(`threads/${first.thread_id}`)).labels).toEqual([]);
  });

  it('holds 64 labels of 64 characters, exactly, whoever adds at the same time', async () => {
    const mail = await store({ labels: Array.from({ length: 60 }, (_, n) => `l${n}`) });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(`messages/${mail.id}`, { labels_add: [`new ${n}`] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)!.body.error.details.errors[0].path).toBe(
      'labels_add',
    );
    expect((await read(`messages/${mail.id}`)).labels).toHaveLength(64);
    expect((await read(`threads/${mail.thread_id}`)).labels).toHaveLength(64);
    const long = 'x'.repeat(64);
    expect((await patch(`messages/${mail.id}`, { labels_remove: ['l0'], labels_add: [long] })).status).toBe(
      200,
    );
  });

  it.each([
    [{ labels_add: [''] }],
    [{ labels_add: ['  '] }],
    [{ labels_add: ['x'.repeat(65)] }],
    [{ labels_add: ['a\nb'] }],
    [{ labels_add: Array(65).fill('x') }],
    [{ labels: ['x'] }],
    [{ read: 'yes' }],
    [{ archived: true }],
  ])('refuses %j', async (body) => {
    const mail = await store();
    expect((await patch(`messages/${mail.id}`, body)).body.error.code).toBe('invalid_request');
  });

  it('labels added at the same time are all there', async () => {
    const mail = await store();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => patch(`messages/${mail.id}`, { labels_add: [`n${n}`] })),
    );
    expect((await read(`messages/${mail.id}`)).labels).toHaveLength(12);
  });

  it('needs messages:write, and a message that the key sees (spec 2.6)', async () => {
    const hidden = await store({ status: 'hidden' });
    const reader = await world.key({ level: 'identity', identity_id: mailbox.id }, ['messages:read']);
    expect((await patch(`messages/${hidden.id}`, {}, reader)).body.error.code).toBe('permission_denied');
    expect((await patch(`messages/${hidden.id}`, {})).body.error.code).toBe('message_not_found');
    const seen = await patch(`messages/${hidden.id}`, { labels_add: ['odd'] }, world.platformKey);
    expect(seen.body.labels).toEqual(['odd']);
    const thread = await read(`threads/${hidden.thread_id}`, world.platformKey);
    expect(thread, 'only visible messages count').toMatchObject({ labels: [], unread_count: 0 });
  });
});

describe('PATCH thread (decisions.md section 3)', () => {
  it('applies to every message and answers the summary', async () => {
    const first = await store({ labels: ['old'] });
    const sent = await store({ thread_id: first.thread_id, direction: 'outbound' });
    const { status, body } = await patch(`threads/${first.thread_id}`, {
      labels_add: ['done'],
      labels_remove: ['old'],
      read: true,
      archived: true,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      id: first.thread_id,
      labels: ['done'],
      unread_count: 0,
      message_count: 2,
      archived: true,
    });
    expect(body).not.toHaveProperty('messages');
    expect((await read(`messages/${first.id}`)).labels).toEqual(['done']);
    expect((await read(`messages/${sent.id}`)).labels).toEqual(['done']);
    const unread = await patch(`threads/${first.thread_id}`, { read: false });
    expect(unread.body, 'what was sent stays read').toMatchObject({ unread_count: 1, archived: true });
  });

  it('an archived thread comes back with new mail, and not with quarantined mail', async () => {
    const { thread_id } = await store();
    await patch(`threads/${thread_id}`, { archived: true });
    await store({ thread_id, status: 'quarantined' });
    expect((await read(`threads/${thread_id}`)).archived).toBe(true);
    await store({ thread_id });
    expect(await read(`threads/${thread_id}`)).toMatchObject({ archived: false, unread_count: 2 });
  });

  it('one message too full takes all of it back', async () => {
    const full = await store({ labels: Array.from({ length: 64 }, (_, n) => `l${n}`) });
    const other = await store({ thread_id: full.thread_id });
    const answer = await patch(`threads/${full.thread_id}`, { labels_add: ['more'], read: true });
    expect(answer.body.error.code).toBe('invalid_request');
    expect(await read(`messages/${other.id}`)).toMatchObject({ labels: [], is_read: false });
  });

  it('leaves mail alone that the key does not see', async () => {
    const first = await store();
    const kept = await store({ thread_id: first.thread_id, status: 'throttled' });
    await patch(`threads/${first.thread_id}`, { labels_add: ['mine'], read: true });
    expect(await read(`messages/${kept.id}`, world.platformKey)).toMatchObject({
      labels: [],
      is_read: false,
    });
    const only = await store({ status: 'quarantined' });
    expect((await patch(`threads/${only.thread_id}`, {})).body.error.code).toBe('thread_not_found');
  });

  it('counts stay correct when mail arrives at the same time', async () => {
    const { thread_id } = await store();
    await Promise.all([
      ...Array.from({ length: 10 }, () => store({ thread_id })),
      ...Array.from({ length: 10 }, (_, n) => patch(`threads/${thread_id}`, { read: n % 2 === 0 })),
    ]);
    const thread = await read(`threads/${thread_id}?messages_limit=100`);
    const unread = thread.messages.filter(({ is_read }: { is_read: boolean }) => !is_read).length;
    expect(thread).toMatchObject({ message_count: 11, unread_count: unread });
  });

  it('what is sent brings its labels along', async () => {
    await world.call('PATCH', base(), { body: { owner: { name: 'Ada', email: 'ada@example.com' } } });
    const { thread_id } = await store({ labels: ['old'] });
    const sent = await world.call('POST', `${base()}/messages`, {
      headers: { 'idempotency-key': 'labels' },
      body: { to: ['grace@sender.example'], subject: 'Re', text: 'Yes', thread_id, labels: [' new', 'new'] },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    expect(sent.body.labels).toEqual(['new']);
    expect((await read(`threads/${thread_id}`)).labels).toEqual(['new', 'old']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type MailOptions, storeMail } from '#testing/mail.ts';

let world: World;
let mailbox: Mailbox;
let agent: string;
let reviewer: string;
const names = new Map<string, string>();

const at = (minute: number): string => new Date(Date.UTC(2027, 1, 1, 12, minute)).toISOString();

/** Creates a thread with this name. Each further argument is one more message in it. */
async function thread(name: string, ...messages: MailOptions[]): Promise<string> {
  const [first, ...more] = messages;
  const { thread_id } = await storeMail(world.services, mailbox, first);
  for (const options of more) await storeMail(world.services, mailbox, { ...options, thread_id });
  names.set(thread_id, name);
  return thread_id;
}

const triaged = (id: string, category: string, needsReply: number) =>
  world.services.db.run(
    sql`update threads set category = ${category}, needs_reply = ${needsReply} where id = ${id}`,
  );

beforeAll(async () => {
  world = await openWorld();
  mailbox = (await world.identity(await world.tenant())) as unknown as Mailbox;
  const scope = { level: 'identity', identity_id: mailbox.id };
  agent = await world.key(scope, ['messages:read', 'messages:write']);
  reviewer = await world.key(scope, ['messages:read', 'quarantine:review']);
  const a = await thread('a', { at: at(1), labels: ['order'] });
  const b = await thread('b', { at: at(2), direction: 'outbound' });
  const c = await thread('c', { at: at(3) }, { at: at(4), direction: 'outbound', labels: ['vip'] });
  await thread('q', { at: at(5), status: 'quarantined', labels: ['order'] });
  await thread('h', { at: at(6), status: 'hidden' });
  // Its last visible message was at 12:00. Agents do not see the later throttled one.
  await thread('d', { at: at(0) }, { at: at(7), status: 'throttled' });
  await triaged(a, 'sales', 0.9);
  await triaged(b, 'sales', 0.2);
  await triaged(c, 'support', 0.5);
  await world.call('PATCH', `/v1/identities/${mailbox.id}/threads/${a}`, { body: { read: true } });
  await world.call('PATCH', `/v1/identities/${mailbox.id}/threads/${b}`, { body: { archived: true } });
});
afterAll(() => world.close());

const list = async (query: string, key = agent) => {
  const { status, body } = await world.call('GET', `/v1/identities/${mailbox.id}/threads?${query}`, { key });
  return { status, body, names: body.data?.map(({ id }: { id: string }) => names.get(id)).join('') };
};

describe('GET threads (spec 4.6, 2.7)', () => {
  it.each([
    ['', 'cbad', 'dhqcba'],
    ['label=order', 'a', 'a'],
    ['label=vip', 'c', 'c'],
    ['label=Order', '', ''],
    ['category=sales', 'ba', 'ba'],
    ['category=spam', '', ''],
    ['needs_reply_gte=0.5', 'ca', 'ca'],
    ['needs_reply_gte=1', '', ''],
    ['is_unread=true', 'cd', 'dc'],
    ['is_unread=false', 'ba', 'hqba'],
    ['direction=inbound', 'cad', 'dhqca'],
    ['direction=outbound', 'cb', 'cb'],
    [`after=${at(2)}`, 'c', 'dhqc'],
    [`before=${at(2)}`, 'ad', 'a'],
    [`after=${at(0)}&before=${at(4)}`, 'ba', 'ba'],
    ['archived=true', 'b', 'b'],
    ['archived=false', 'cad', 'dhqca'],
    ['category=sales&archived=false&direction=inbound', 'a', 'a'],
  ])('%s', async (query, forAgents, forReviewers) => {
    expect((await list(query)).names).toBe(forAgents);
    expect((await list(query, reviewer)).names).toBe(forReviewers);
  });

  it('counts for reviewers what they see', async () => {
    const [first] = (await list('', reviewer)).body.data;
    expect(first).toMatchObject({ message_count: 2, last_at: at(7) });
    const { body } = await list('');
    expect(body.data.at(-1)).toMatchObject({ message_count: 1, last_at: at(0) });
  });

  it('marks for reviewers the threads that hold nothing else than quarantined mail', async () => {
    const marked = ({ body }: Awaited<ReturnType<typeof list>>) =>
      (body.data as { id: string; quarantined: boolean }[])
        .filter(({ quarantined }) => quarantined)
        .map(({ id }) => names.get(id));
    expect(marked(await list('', reviewer))).toEqual(['h', 'q']);
    expect(marked(await list(''))).toEqual([]);
  });

  it('pages through with filters, each thread once', async () => {
    let cursor = '';
    let seen = '';
    do {
      const page = await list(`limit=1&archived=false&direction=inbound${cursor && `&cursor=${cursor}`}`);
      seen += page.names;
      cursor = page.body.next_cursor ?? '';
    } while (cursor);
    expect(seen).toBe('cad');
  });

  it.each([
    'needs_reply_gte=2',
    'direction=both',
    'is_unread=maybe',
    'after=yesterday',
    'label=',
    'colour=red',
  ])('refuses %s', async (query) => {
    expect((await list(query)).body.error?.code).toBe('invalid_request');
  });
});

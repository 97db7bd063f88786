import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type MailOptions, storeMail } from '#testing/mail.ts';

let world: World;
let mailbox: Mailbox;
let agent: string;
let reviewer: string;
let threadId: string;
const names = new Map<string, string>();

const at = (minute: number): string => new Date(Date.UTC(2027, 1, 1, 12, minute)).toISOString();

async function store(name: string, minute: number, options: MailOptions = {}): Promise<string> {
  const mail = await storeMail(world.services, mailbox, { at: at(minute), ...options });
  names.set(mail.id, name);
  return mail.thread_id;
}

beforeAll(async () => {
  world = await openWorld();
  const tenant = await world.tenant();
  mailbox = (await world.identity(tenant)) as unknown as Mailbox;
  const scope = { level: 'identity', identity_id: mailbox.id };
  agent = await world.key(scope, ['messages:read']);
  reviewer = await world.key(scope, ['messages:read', 'quarantine:review']);
  // Stored in an order other than that of arrival, because "newest" means by time and not by id.
  await store('b', 2, { labels: ['order', 'vip'] });
  threadId = await store('a', 1);
  await store('c', 3, { direction: 'outbound', thread_id: threadId, labels: ['order'] });
  await store('d', 4, { direction: 'outbound', status: 'bounced' });
  await store('q', 5, { status: 'quarantined', labels: ['order'] });
  await store('h', 6, { status: 'hidden' });
  await store('t', 7, { status: 'throttled', thread_id: threadId });
  await store('e', 8, { is_read: true });
  await storeMail(world.services, (await world.identity(tenant)) as unknown as Mailbox);
});
afterAll(() => world.close());

const list = async (query: string, key = agent) => {
  const { status, body } = await world.call('GET', `/v1/identities/${mailbox.id}/messages?${query}`, { key });
  return { status, body, names: body.data?.map(({ id }: { id: string }) => names.get(id)).join('') };
};

describe('GET messages (decisions.md section 3)', () => {
  it.each([
    ['', 'edcba', 'ethqdcba'],
    ['direction=inbound', 'eba', 'ethqba'],
    ['direction=outbound', 'dc', 'dc'],
    ['status=received', 'eba', 'eba'],
    ['status=bounced', 'd', 'd'],
    ['status=quarantined', '', 'q'],
    ['status=hidden', '', 'h'],
    ['status=throttled', '', 't'],
    ['label=order', 'cb', 'qcb'],
    ['label=vip&direction=inbound', 'b', 'b'],
    ['label=none', '', ''],
    ['is_unread=true', 'ba', 'thqba'],
    ['is_unread=false', 'edc', 'edc'],
    [`after=${at(2)}`, 'edc', 'ethqdc'],
    [`before=${at(2)}`, 'a', 'a'],
    [`after=${at(1)}&before=${at(4)}`, 'cb', 'cb'],
    ['thread_id=thr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', '', ''],
  ])('%s', async (query, forAgents, forReviewers) => {
    expect((await list(query)).names).toBe(forAgents);
    expect((await list(query, reviewer)).names).toBe(forReviewers);
  });

  it('of one thread', async () => {
    expect((await list(`thread_id=${threadId}`)).names).toBe('ca');
    expect((await list(`thread_id=${threadId}`, reviewer)).names).toBe('tca');
  });

  it('answers Messages, with deliveries for what was sent and without the large parts', async () => {
    const { data } = (await list('')).body;
    expect(data[1]).toMatchObject({ direction: 'outbound', deliveries: [], text: null, html: null });
    expect(data[0]).toMatchObject({ identity_id: mailbox.id, created_at: at(8), deliveries: null });
    expect(data[0]).not.toHaveProperty('headers');
    expect(data[0]).not.toHaveProperty('raw_id');
  });

  it('pages through, each message once, also those of one moment', async () => {
    for (const name of ['x', 'y', 'z']) await store(name, 30);
    let cursor = '';
    let seen = '';
    do {
      const page = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
      seen += page.names;
      cursor = page.body.next_cursor ?? '';
    } while (cursor);
    expect(seen).toBe('zyxedcba');
  });

  it('streams a page line by line to a client that asks for lines, with the cursor at its end', async () => {
    const lines = async (query: string) => {
      const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${agent}` };
      const url = `http://localhost:3000/v1/identities/${mailbox.id}/messages?${query}`;
      const response = await world.fetch(new Request(url, { headers }));
      expect(response.headers.get('content-type')).toBe('application/x-ndjson');
      return (await response.text())
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text));
    };
    for (let n = 0; n < 12; n += 1) await store(`s${n} `, 40 + n, { labels: ['many'] });
    const whole = (await list('label=many&limit=100')).body;
    const [end, ...messages] = (await lines('label=many&limit=100')).toReversed();
    expect(messages.toReversed()).toEqual(whole.data);
    expect(end).toEqual({ next_cursor: null });
    for (const limit of [1, 7, 8, 9, 11, 12, 13]) {
      const first = await lines(`label=many&limit=${limit}`);
      const { next_cursor } = first.pop();
      const rest = next_cursor
        ? await list(`label=many&limit=${limit}&cursor=${next_cursor}`)
        : { body: { data: [] } };
      const page = (await list(`label=many&limit=${limit}`)).body;
      expect([limit, first]).toEqual([limit, page.data]);
      expect(Boolean(next_cursor)).toBe(page.next_cursor !== null);
      expect(rest.body.data.length).toBe(Math.min(limit, 12 - first.length));
    }
    expect(await lines('label=none')).toEqual([{ next_cursor: null }]);
    const refused = await world.call('GET', `/v1/identities/${mailbox.id}/messages?limit=0`, {
      key: agent,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(refused.body.error.code).toBe('invalid_request');
  });

  it("a reviewer's cursor does not open an agent's list", async () => {
    const { body } = await list('limit=1', reviewer);
    const answer = await list(`limit=1&cursor=${body.next_cursor}`);
    expect(answer.body.error.code).toBe('invalid_request');
  });

  it.each([
    'direction=both',
    'status=lost',
    'thread_id=1',
    'is_unread=1',
    'after=now',
    'label=%20',
    'colour=red',
  ])('refuses %s', async (query) => {
    expect((await list(query)).body.error?.code).toBe('invalid_request');
  });
});

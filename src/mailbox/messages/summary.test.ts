import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type StoredMail, storeMail } from '#testing/mail.ts';
import { mailSummary } from './summary.ts';

let world: World;
let mailbox: Mailbox;
let agent: string;
let reviewer: string;

beforeAll(async () => {
  world = await openWorld();
  mailbox = (await world.identity(await world.tenant())) as unknown as Mailbox;
  const scope = { level: 'identity', identity_id: mailbox.id };
  agent = await world.key(scope, ['messages:read']);
  reviewer = await world.key(scope, ['messages:read', 'quarantine:review']);
});
afterAll(() => world.close());

const at = (minute: number): string => new Date(Date.UTC(2027, 1, 1, 12, minute)).toISOString();
const list = async (of: 'messages' | 'threads', query = '', key = agent, identity = mailbox.id) => {
  const path = `/v1/identities/${identity}/${of}?view=summary${query && `&${query}`}`;
  const { status, body } = await world.call('GET', path, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const people = [1, 2, 3, 4, 5].map((n) => ({
  address: `p${n}@people.example`,
  name: n === 1 ? 'One' : null,
}));
const keys = [
  ...[
    'id',
    'thread_id',
    'direction',
    'status',
    'from',
    'to',
    'subject',
    'snippet',
    'date',
    'is_read',
    'labels',
  ],
  ...['risk_flags', 'category', 'attachment_count'],
];

describe('view=summary (decisions.md, Files and views)', () => {
  let rich: StoredMail;
  let answer: StoredMail;

  beforeAll(async () => {
    rich = await storeMail(world.services, mailbox, {
      at: at(1),
      from: { address: 'a@people.example', name: 'Ann' },
      to: people,
      subject: 'The order',
      extracted_text: `Two  \n\n\tlines ${'😀'.repeat(120)}`,
      labels: ['order'],
      triage: {
        ...({ status: 'done', needs_reply: 0.5, urgency: 1, summary: null, language: 'en' } as const),
        ...{ category: 'support', risk_flags: ['phishing'], evidence: [], spam_probability: 0.1 },
        ...{ model: null, version: null },
      },
      attachments: [
        { filename: 'a.txt', content: Buffer.from('a') },
        { filename: 'b.txt', content: Buffer.from('b') },
      ],
    });
    answer = await storeMail(world.services, mailbox, {
      ...{ at: at(2), direction: 'outbound', status: 'delivered', thread_id: rich.thread_id, is_read: true },
      ...{
        from: { address: mailbox.primary_address, name: null },
        to: [people[0]!],
        subject: 'Re: The order',
      },
      extracted_text: 'It is on its way.',
    });
    await storeMail(world.services, mailbox, {
      ...{ at: at(3), status: 'quarantined', thread_id: rich.thread_id, extracted_text: 'Kept back.' },
    });
  });

  it('has exactly the fields of the contract', async () => {
    const { data } = await list('messages');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([answer.id, rich.id]);
    for (const each of data) expect(Object.keys(each).sort()).toEqual([...keys].sort());
    expect(data[1]).toMatchObject({
      ...{ id: rich.id, thread_id: rich.thread_id, direction: 'inbound', status: 'received', date: at(1) },
      from: { address: 'a@people.example', name: 'Ann' },
      to: [
        { address: 'p1@people.example', name: 'One' },
        { address: 'p2@people.example' },
        { address: 'p3@people.example' },
      ],
      ...{ subject: 'The order', is_read: false, labels: ['order'], category: 'support' },
      ...{ risk_flags: ['phishing'], attachment_count: 2 },
    });
    expect(data[0]).toMatchObject({ snippet: 'It is on its way.', is_read: true, attachment_count: 0 });
    expect(data[0].from).toEqual({ address: mailbox.primary_address });
  });

  it.each(['messages', 'threads'] as const)(
    'is what the schema says, and the same for all who ask at once: %s',
    async (of) => {
      const pages = await Promise.all([list(of), list(of), list(of, 'limit=1'), list(of, '', reviewer)]);
      for (const { data } of pages) expect(z.array(mailSummary.strict()).parse(data)).toEqual(data);
      const [first, second, short] = pages;
      expect(second!.data).toEqual(first!.data);
      expect(short!.data).toEqual(first!.data.slice(0, 1));
    },
  );

  it('escapes what others wrote', async () => {
    const identity = (await world.identity(await world.tenant())) as unknown as Mailbox;
    const key = await world.key({ level: 'identity', identity_id: identity.id }, ['messages:read']);
    const odd = '"\\ \u2028 \ud800 </script>';
    await storeMail(world.services, identity, {
      ...{ at: at(1), subject: odd.toWellFormed(), extracted_text: odd.toWellFormed(), labels: ['"'] },
      from: { address: '"odd"@people.example', name: odd.toWellFormed() },
    });
    const [seen] = (await list('messages', '', key, identity.id)).data;
    expect(seen).toMatchObject({
      ...{ subject: odd.toWellFormed(), labels: ['"'] },
      from: { address: '"odd"@people.example', name: odd.toWellFormed() },
    });
  });

  it('begins the text in one line, cut between characters', async () => {
    const { snippet } = (await list('messages')).data[1];
    expect(snippet).toMatch(/^Two lines 😀+…$/u);
    expect(snippet.isWellFormed()).toBe(true);
    expect(snippet.length).toBeLessThanOrEqual(160);
  });

  it('shows a thread by the newest message that the caller sees', async () => {
    const [seen] = (await list('threads')).data;
    expect(Object.keys(seen).sort()).toEqual([...keys].sort());
    expect(seen).toMatchObject({
      ...{
        id: rich.thread_id,
        thread_id: rich.thread_id,
        direction: 'outbound',
        status: 'delivered',
        date: at(2),
      },
      ...{ snippet: 'It is on its way.', is_read: false, labels: ['order'] },
    });
    const [reviewed] = (await list('threads', '', reviewer)).data;
    expect(reviewed).toMatchObject({ status: 'quarantined', snippet: 'Kept back.', date: at(3) });
    expect(seen.subject).toBe(reviewed.subject);
  });

  it('hides what the full list hides, and takes its filters', async () => {
    expect((await list('messages', '', reviewer)).data).toHaveLength(3);
    expect((await list('messages', 'direction=inbound')).data).toHaveLength(1);
    expect((await list('messages', 'label=none')).data).toEqual([]);
    expect((await list('threads', 'is_unread=false')).data).toEqual([]);
  });

  it('refuses other views', async () => {
    const path = `/v1/identities/${mailbox.id}/messages?view=short`;
    const { body } = await world.call('GET', path, { key: agent });
    expect(body.error).toMatchObject({ code: 'invalid_request', details: { errors: [{ path: 'view' }] } });
  });
});

describe('a page of summaries', () => {
  let full: Mailbox;
  let key: string;

  beforeAll(async () => {
    full = (await world.identity(await world.tenant())) as unknown as Mailbox;
    key = await world.key({ level: 'identity', identity_id: full.id }, ['messages:read']);
    for (let n = 0; n < 30; n += 1) {
      await storeMail(world.services, full, {
        at: at(n),
        from: { address: `customer.${n}@company.example`, name: 'Alexandra Müller' },
        to: [{ address: full.primary_address, name: null }],
        subject: `Question ${n} about the delivery of our last order`,
        extracted_text: `Good morning, "we" have ${n} questions about the delivery. `.repeat(300),
        triage: {
          ...({ status: 'done', needs_reply: 0.5, urgency: 1, summary: null, language: 'en' } as const),
          ...{
            category: 'support',
            risk_flags: [],
            evidence: [],
            spam_probability: 0.1,
            model: null,
            version: null,
          },
        },
      });
    }
  });

  it.each(['messages', 'threads'] as const)('of %s: 25 are under 12 KB, each with a snippet', async (of) => {
    const page = await list(of, '', key, full.id);
    expect(page.data).toHaveLength(25);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(12 * 1024);
    for (const { snippet } of page.data) expect(snippet.length).toBeGreaterThanOrEqual(23);
  });

  it('is its own, also when many are asked for together', async () => {
    const second = (await list('messages', 'limit=7', key, full.id)).next_cursor;
    const queries = ['', 'limit=3', `limit=7&cursor=${second}`, 'limit=3', '', 'direction=outbound'];
    const alone = [];
    for (const query of queries) alone.push((await list('messages', query, key, full.id)).data);
    const own = (await list('messages', '', reviewer)).data;
    const together = await Promise.all([
      ...queries.map((query) => list('messages', query, key, full.id)),
      list('messages', '', reviewer),
    ]);
    expect(together.map(({ data }) => data)).toEqual([...alone, own]);
    expect(alone.map(({ length }) => length)).toEqual([25, 3, 7, 3, 25, 0]);
  });

  it.each(['messages', 'threads'] as const)('of %s: pages through, each row once', async (of) => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(of, `limit=7${cursor && `&cursor=${cursor}`}`, key, full.id);
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor ?? '';
    } while (cursor);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
  });
});

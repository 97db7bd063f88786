import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

let product: MailProduct;
beforeAll(async () => {
  product = await openMailProduct();
});
afterAll(() => product.close());

const contacts = async (mailbox: Mailbox, query = '') =>
  (await product.call('GET', `/v1/identities/${mailbox.id}/contacts?${query}`)).body;

const addressesOf = async (mailbox: Mailbox, query = ''): Promise<string[]> =>
  (await contacts(mailbox, query)).data.map(({ address }: { address: string }) => address);

const receive = async (mailbox: Mailbox, from: string, subject: string) => {
  await product.handOver(mailbox.address, mailTo(mailbox.address, subject, { From: from }));
  return product.arrived(mailbox, subject);
};

describe('contacts (spec 2.8, 4.7)', () => {
  it('counts what came and what went, and knows the last thread', async () => {
    const mailbox = await product.mailbox();
    await receive(mailbox, 'Grace Hopper <Grace@Navy.example>', 'one');
    const second = await receive(mailbox, 'grace@navy.example', 'two');
    await product.send(mailbox, {
      to: [{ address: 'grace@navy.example', name: 'Boss' }, { address: 'alan@bletchley.example' }],
      subject: 'three',
      text: 'hello',
    });
    const { data, next_cursor } = await contacts(mailbox);
    expect(next_cursor).toBeNull();
    expect(data).toHaveLength(2);
    const grace = data.find(({ address }: { address: string }) => address === 'grace@navy.example');
    expect(grace).toEqual({
      address: 'grace@navy.example',
      name: 'Grace Hopper',
      domain: 'navy.example',
      first_seen_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      inbound_count: 2,
      outbound_count: 1,
      last_thread_id: expect.stringMatching(/^thr_/),
    });
    expect(grace.first_seen_at < grace.last_seen_at).toBe(true);
    expect(grace.last_thread_id).not.toBe(second.thread_id);
  });

  it('finds by the beginning of a name, address or domain, without case and accents', async () => {
    const mailbox = await product.mailbox();
    await receive(mailbox, '=?utf-8?Q?Zo=C3=AB_O=27Neill_=C5=81ukasz?= <zoe@mail.office.example>', 'q1');
    await receive(mailbox, 'Bob <bob@other.example>', 'q2');
    const zoe = ['zoe@mail.office.example'];
    for (const q of [
      'ZOE',
      'zoë o',
      "O'NEILL",
      'Lukasz',
      'zoe@mail',
      'mail.off',
      'office.ex',
      '@mail',
      'zoé',
    ]) {
      expect(await addressesOf(mailbox, `q=${encodeURIComponent(q)}`), q).toEqual(zoe);
    }
    for (const q of ['oe', 'fice', '%', "zoe' | 'b", '*', 'z*', '&', '\\'])
      expect(await addressesOf(mailbox, `q=${encodeURIComponent(q)}`), q).toEqual([]);
    expect(await addressesOf(mailbox, 'q=')).toHaveLength(2);
  });

  it('pages through them, the most recent first', async () => {
    const mailbox = await product.mailbox();
    for (const name of ['a', 'b', 'c']) await receive(mailbox, `${name}@pages.example`, `page ${name}`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof contacts>> = await contacts(
        mailbox,
        `limit=1&q=pages${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...page.data.map(({ address }: { address: string }) => address));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(['c@pages.example', 'b@pages.example', 'a@pages.example']);
  });

  it('is not told of another identity’s contacts', async () => {
    const [one, two] = [await product.mailbox(), await product.mailbox()];
    await receive(one, 'only-one@apart.example', 'apart');
    expect(await addressesOf(one, 'q=only')).toEqual(['only-one@apart.example']);
    expect(await addressesOf(two, 'q=only')).toEqual([]);
    expect(await addressesOf(two)).toEqual([]);
  });
});

describe('trust.known_sender (spec 2.6)', () => {
  it('is whoever wrote visibly before, or was written to', async () => {
    const mailbox = await product.mailbox();
    expect((await receive(mailbox, 'new@known.example', 'first')).trust.known_sender).toBe(false);
    expect((await receive(mailbox, 'NEW@known.example', 'second')).trust.known_sender).toBe(true);
    const written = { to: [{ address: 'there@known.example' }], subject: 'out', text: 'hello' };
    expect((await product.send(mailbox, written)).status).toBe(202);
    expect((await receive(mailbox, 'there@known.example', 'third')).trust.known_sender).toBe(true);
  });

  it('is nobody whose mail is quarantined, until it is released', async () => {
    const policy = { quarantine: { on_auth_fail: true, key_release: true } };
    const mailbox = await product.mailbox({ tenant: { policy } });
    const kept = async () =>
      (await product.call('GET', `/v1/identities/${mailbox.id}/quarantine`)).body.data as {
        id: string;
        subject: string;
        trust: { known_sender: boolean };
      }[];
    const arrive = async (subject: string) => {
      const fields = { From: 'late@known.example' };
      await product.handOver(mailbox.address, mailTo(mailbox.address, subject, fields));
      const list = await product.eventually(kept, (found) => found.some((item) => item.subject === subject));
      return list.find((item) => item.subject === subject)!;
    };
    const first = await arrive('kept 1');
    expect((await arrive('kept 2')).trust.known_sender).toBe(false);
    expect(await addressesOf(mailbox)).toEqual([]);
    const path = `/v1/identities/${mailbox.id}/messages/${first.id}/release`;
    expect((await product.call('POST', path, { body: {} })).status).toBe(200);
    expect(await addressesOf(mailbox)).toEqual(['late@known.example']);
    expect((await arrive('kept 3')).trust.known_sender).toBe(true);
  });
});

it('a reply to an agent’s thread address is to the agent, whom it knows already (decisions.md, Thread token)', async () => {
  const ann = await product.mailbox();
  const bob = await product.mailbox({ tenantId: ann.tenantId });
  const strict = { send_policy: { require_known_recipient: true } };
  await product.call('PATCH', `/v1/identities/${bob.id}`, { body: strict });
  await product.send(ann, { to: [bob.address], subject: 'Hello Bob', text: 'Hello' });
  const message = await product.arrived(bob, 'Hello Bob');
  const answer = await product.reply(bob, message.id, { text: 'Hello Ann' });
  expect(answer.body.to[0].address).toMatch(/\+[a-z2-7]{22}@/);
  expect(answer.body.deliveries[0].status).toBe('queued');
  expect(await addressesOf(bob)).toEqual([ann.address]);
  const thread = await product.thread(bob, message.thread_id, 2);
  const people = thread.participants.map(({ address }: { address: string }) => address);
  expect(people.sort()).toEqual([ann.address, bob.address].sort());
});

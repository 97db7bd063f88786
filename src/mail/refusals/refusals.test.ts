import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { sql } from '#kernel/data/database.ts';
import { insertDomain } from '#testing/inserted-domains.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { createRefusalLog, refusalRetention } from './index.ts';
import { Beginning } from './message-id.ts';

// Mail that is refused over SMTP, from the point of view of its recipient's owner (issue 24, point 4).

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
type Json = any;

let product: MailProduct;
let box: Mailbox;
let other: Mailbox;
let agent: string;
let workspace: string;
const clock = { time: new Date('2026-11-20T10:00:00Z'), now: () => clock.time };

beforeAll(async () => {
  product = await openMailProduct({}, clock);
  box = await product.mailbox();
  other = await product.mailbox();
  const keyOf = async (fields: object) =>
    (
      await product.call('POST', '/v1/keys', {
        body: { name: 'k', permissions: ['messages:read'], ...fields },
      })
    ).body.secret as string;
  agent = await keyOf({ level: 'identity', identity_id: box.id });
  workspace = await keyOf({ level: 'tenant', tenant_id: box.tenantId });
});
afterAll(() => product?.close());

const list = async (key: string, query = ''): Promise<Json[]> =>
  (await product.call('GET', `/v1/explain/refusals?${query}`, { key })).body.data;
const listed = (key: string, reason: string) =>
  product.eventually(
    async () => (await list(key)).filter((each) => each.reason === reason),
    (found) => found.length > 0,
  );
const explained = async (id: string, key: string) =>
  (await product.call('GET', `/v1/explain?message_id=${encodeURIComponent(id)}`, { key })).body;
const refuse = (to: string | string[], raw: string) =>
  product.handOver(to, raw).then(
    (answer) => {
      throw new Error(answer);
    },
    ({ responseCode }) => responseCode,
  );
const circling = (subject: string, to = box.address) =>
  `${'Received: from a.example\n\tby b.example with ESMTP id x;\n\tFri, 20 Nov 2026 10:00:00 +0000\n'.repeat(101)}${mailTo(to, subject)}`;

describe('a message that was refused', () => {
  it('is explained by its Message-ID, with what to do', async () => {
    expect(await refuse(box.address, circling('Circle'))).toBe(554);
    const told = await product.eventually(
      () => explained('<Circle@sender.example>', agent),
      ({ found }) => found,
    );
    expect(told.steps).toEqual([
      {
        at: '2026-11-20T10:00:00.000Z',
        step: 'refused',
        outcome: 'refused',
        reason: `${box.address}: It is in a mail loop between servers. A server of the network 127.0.0 got the SMTP code 554.`,
        fix: expect.stringContaining('forwarding'),
      },
    ]);
    expect(await explained('Circle@sender.example', workspace)).toEqual(told);
  });

  it('is known to those whose it was: a foreign and a missing one look the same', async () => {
    expect(await refuse([box.address, other.address], circling('Both'))).toBe(554);
    expect(await refuse(other.address, circling('Foreign', other.address))).toBe(554);
    const platform = await product.eventually(
      async () => [
        await explained('<Both@sender.example>', product.platformKey),
        await explained('<Foreign@sender.example>', product.platformKey),
      ],
      (found) => found[0]!.steps.length === 2 && found[1]!.found,
    );
    expect(JSON.stringify(platform)).toContain(other.address);
    expect((await explained('<Both@sender.example>', agent)).steps).toHaveLength(1);
    const missing = await explained('<Nothing@sender.example>', agent);
    for (const key of [agent, workspace])
      expect(await explained('<Foreign@sender.example>', key)).toEqual(missing);
    const ofOther = (await list(product.platformKey)).find(({ identity_id }) => identity_id === other.id);
    for (const query of [`identity_id=${other.id}`, `tenant_id=${other.tenantId}`])
      expect([query, await list(workspace, query)]).toEqual([query, []]);
    expect(await list(workspace)).not.toContainEqual(ofOther);
  });

  it('comes again later and is taken: both are told, in order', async () => {
    expect(await refuse(box.address, circling('Again'))).toBe(554);
    clock.time = new Date(clock.time.getTime() + 60_000);
    await product.handOver(box.address, mailTo(box.address, 'Again'));
    const told = await product.eventually(
      () => explained('<Again@sender.example>', agent),
      ({ steps }) => ['refused', 'accepted'].every((name) => steps.some(({ step }: Json) => step === name)),
    );
    expect(told.steps.map(({ step }: Json) => step).slice(0, 2)).toEqual(['refused', 'accepted']);
  });
});

describe('a recipient that was refused', () => {
  it('is listed: a full mailbox', async () => {
    await product.services.db.run(sql`
      insert into mailbox_usage (identity_id, bytes) values (${box.id}, ${limits.mailbox})
      on conflict (identity_id) do update set bytes = ${limits.mailbox}`);
    expect(await refuse(box.address, mailTo(box.address, 'Full'))).toBe(552);
    const [first] = await listed(agent, 'mailbox_full');
    expect(first).toMatchObject({
      recipient: box.address,
      identity_id: box.id,
      tenant_id: box.tenantId,
      stage: 'recipient',
      smtp_code: 552,
      network: '127.0.0',
      message_id: null,
      meaning: 'The mailbox is full.',
      fix: expect.stringContaining('Delete'),
    });
    await product.services.db.run(sql`delete from mailbox_usage where identity_id = ${box.id}`);
  });

  it('is the tenant’s at its own domain, and nobody’s at any other', async () => {
    await insertDomain(product.services, { domain: 'own.example', tenantId: box.tenantId });
    await insertDomain(product.services, {
      domain: 'claimed.example',
      tenantId: box.tenantId,
      status: 'pending',
    });
    for (const to of [
      'nobody@own.example',
      'nobody@claimed.example',
      'nobody@mail.localhost',
      'a@else.example',
    ])
      expect(await refuse(to, mailTo(to, 'Nobody'))).toBe(550);
    const found = await listed(workspace, 'unknown_recipient');
    expect(found.map(({ recipient, identity_id }) => [recipient, identity_id])).toEqual([
      ['nobody@own.example', null],
    ]);
    expect((await list(agent)).filter(({ reason }) => reason === 'unknown_recipient')).toEqual([]);
    expect((await list(product.platformKey)).map(({ recipient }) => recipient)).not.toContain(
      'nobody@claimed.example',
    );
  });

  it('is paged, newest first', async () => {
    const all = await list(workspace);
    const first = (await product.call('GET', '/v1/explain/refusals?limit=2', { key: workspace })).body;
    const second = (
      await product.call('GET', `/v1/explain/refusals?limit=2&cursor=${first.next_cursor}`, {
        key: workspace,
      })
    ).body;
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 4));
  });
});

describe('a flood', () => {
  it('keeps 200 an hour for each tenant, and goes after seven days', async () => {
    const { db, log } = product.services;
    const refusals = createRefusalLog({ db, log, clock });
    const owner = { tenant_id: other.tenantId, identity_id: other.id };
    const fill = (many: number) => {
      for (let n = 0; n < many; n += 1)
        refusals.add({
          ...{ recipient: other.address, owner, stage: 'recipient', reason: 'mailbox_full' },
          remoteAddress: '203.0.113.7',
          messageId: null,
        });
    };
    const count = async () =>
      (await db.first<{ many: number }>(sql`
        select count(*)::int as many from smtp_refusals where tenant_id = ${other.tenantId} and reason = 'mailbox_full'`))!
        .many;
    fill(1_000);
    await refusals.flush();
    expect(await count()).toBe(200);
    clock.time = new Date(clock.time.getTime() + 3_600_000);
    fill(1);
    await refusals.flush();
    expect(await count()).toBe(201);
    const step = { services: product.services, signal: new AbortController().signal };
    clock.time = new Date(clock.time.getTime() + 7 * 86_400_000 - 1_800_000);
    expect(await refusalRetention.run(step)).toBeGreaterThanOrEqual(200);
    expect(await count()).toBe(1);
    clock.time = new Date(clock.time.getTime() + 3_600_000);
    await refusalRetention.run(step);
    expect(await list(product.platformKey)).toEqual([]);
    await refusals.close();
  });
});

describe('the Message-ID at the beginning of a message', () => {
  const idIn = async (...texts: string[]) => {
    const beginning = new Beginning();
    const chunks = beginning.of(texts.map((text) => Buffer.from(text))[Symbol.iterator]() as never);
    while (!(await chunks.next()).done);
    return beginning.messageId();
  };

  it.each([
    ['Message-ID: <a@b>\r\n\r\n', '<a@b>'],
    ['From: x\r\nmessage-id:\r\n <a@b>\r\n\r\n', '<a@b>'],
    ['From: x\nMessage-Id: <a@b>\n\nx', '<a@b>'],
    ['From: x\r\n\r\nMessage-ID: <in@body>\r\n', null],
    ['X-Message-ID: <a@b>\r\n\r\n', null],
    ['Message-ID: a@b\r\n\r\n', null],
    [`Message-ID: <${'x'.repeat(997)}>\r\n\r\n`, null],
    ['Message-ID: <a\0@b>\r\n\r\n', null],
    ['Message-ID: <ä@b>\r\n\r\n', null],
    [`X: ${'y'.repeat(70_000)}\r\nMessage-ID: <a@b>\r\n\r\n`, null],
  ])('of %j', async (text, id) => {
    expect(await idIn(text)).toBe(id);
    expect(await idIn(text.slice(0, 9), text.slice(9))).toBe(id);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { connectMcp } from '#testing/mcp.ts';
import { draftRetention } from './index.ts';

// Drafts (spec decisions: Drafts), over HTTP and MCP, with the whole product behind them.

let product: MailProduct;
let box: Mailbox;
let drafter: string;
let count = 0;

beforeAll(async () => {
  product = await openMailProduct();
  box = await product.mailbox();
  drafter = await keyWith(['drafts:write']);
});
afterAll(() => product?.close());

const keyWith = async (permissions: string[], identity = box.id) =>
  (
    await product.call('POST', '/v1/keys', {
      body: { name: 'k', level: 'identity', identity_id: identity, permissions },
    })
  ).body.secret as string;
const path = (id = '', of = box) => `/v1/identities/${of.id}/drafts${id && `/${id}`}`;
const create = (body: unknown, key?: string, of = box) =>
  product.call('POST', path('', of), { body, ...(key && { key }) });
const sendIt = (id: string, idempotencyKey?: string, key?: string) => {
  count += 1;
  return product.call('POST', `${path(id)}/send`, {
    headers: { 'idempotency-key': idempotencyKey ?? `draft ${count}` },
    ...(key && { key }),
  });
};
const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: text.slice(0, 60), text, values });
const eventsOf = (id: string) =>
  rows<{ type: string; data: Record<string, unknown> }>(
    `select type, data from events where data->>'draft_id' = $1 order by id`,
    id,
  );
const file = { filename: 'a.txt', content_type: 'text/plain', content_base64: 'aGVsbG8=' };

describe('a draft', () => {
  it('is created, changed by version, listed and deleted; it never sends on its own', async () => {
    const made = await create({ to: ['Ada <ada@outside.example>'], attachments: [file] }, drafter);
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        mode: 'send',
        to: [{ address: 'ada@outside.example', name: 'Ada' }],
        subject: '',
        text: null,
        version: 1,
        attachments: [{ filename: 'a.txt', size: 5 }],
        created_by: { type: 'key' },
      },
    ]);
    const { id, attachments } = made.body;
    const patch = (body: unknown) => product.call('PATCH', path(id), { body, key: drafter });
    const changed = await patch({
      version: 1,
      subject: 'Offer',
      text: 'Hello.',
      attachments: [{ id: attachments[0].id }, { ...file, filename: 'b.txt' }],
    });
    expect(changed.body).toMatchObject({
      version: 2,
      to: [{ address: 'ada@outside.example' }],
      attachments: [{ id: attachments[0].id }, { filename: 'b.txt' }],
    });
    const download = (file: string, key = drafter) =>
      product.fetch(
        new Request(`http://localhost:3000${path(id)}/attachments/${file}`, {
          headers: { authorization: `Bearer ${key}` },
        }),
      );
    const bytes = await download(attachments[0].id);
    expect([bytes.status, await bytes.text()]).toEqual([200, 'hello']);
    expect(bytes.headers.get('content-disposition')).toBe('attachment; filename=a.txt');
    expect((await download('att_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE')).status).toBe(404);
    expect((await download(attachments[0].id, await keyWith(['messages:read']))).status).toBe(403);
    const stale = await patch({ version: 1, text: 'Other.' });
    expect([stale.status, stale.body.error.code, stale.body.error.details]).toEqual([
      409,
      'draft_conflict',
      { version: 2 },
    ]);
    const foreign = await patch({ attachments: [{ id: 'att_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }] });
    expect(foreign.body.error.details.errors[0].path).toBe('attachments.0.id');
    expect((await patch({ text: null, attachments: [] })).body).toMatchObject({
      version: 3,
      text: null,
      attachments: [],
    });
    const listed = await product.call('GET', `${path()}?limit=1`, { key: drafter });
    expect(listed.body.data).toMatchObject([{ id, version: 3 }]);
    expect((await product.call('GET', path(id), { key: drafter })).body.subject).toBe('Offer');
    expect((await sendIt(id, undefined, drafter)).body.error.details).toEqual({ required: 'messages:send' });
    const other = await product.mailbox();
    expect((await product.call('GET', path(id, other))).body.error.code).toBe('draft_not_found');
    expect((await product.call('DELETE', path(id), { key: drafter })).status).toBe(204);
    expect((await product.call('DELETE', path(id), { key: drafter })).body.error.code).toBe(
      'draft_not_found',
    );
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'draft.created',
      'draft.updated',
      'draft.updated',
      'draft.deleted',
    ]);
    expect(JSON.stringify(await eventsOf(id))).not.toContain('Offer');
  });

  it.each([
    [{ mode: 'reply' }, 'in_reply_to_message_id'],
    [{ in_reply_to_message_id: 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' }, 'in_reply_to_message_id'],
    [
      {
        mode: 'forward',
        in_reply_to_message_id: 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
        thread_id: 'thr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
      },
      'thread_id',
    ],
  ])('%j is refused', async (body, at) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.error.details.errors[0].path]).toEqual([400, at]);
  });

  it('is sent once, however often and by whomever it is asked, and is gone then', async () => {
    const to = ['success@simulator.mail.localhost'];
    const { id, version } = (await create({ to, subject: 'Once', text: 'Hi.', attachments: [file] })).body;
    const dry = await product.call('POST', `${path(id)}/send?dry_run=true`, { body: { version } });
    expect([dry.status, dry.body.would_send]).toEqual([200, true]);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => sendIt(id, `race ${n}`)));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    expect(new Set(answers.filter((a) => a !== accepted[0]).map(({ body }) => body.error.code))).toEqual(
      new Set(['draft_not_found']),
    );
    const winner = `race ${answers.indexOf(accepted[0]!)}`;
    const again = await sendIt(id, winner);
    expect([again.status, again.body]).toMatchObject([202, { id: accepted[0]!.body.id, deduplicated: true }]);
    const sent = await rows(`select id from messages where identity_id = $1 and subject = 'Once'`, box.id);
    expect(sent).toHaveLength(1);
    const message = (await product.message(box, accepted[0]!.body.id)).body;
    expect(message.attachments).toMatchObject([{ filename: 'a.txt', size: 5 }]);
    expect(await product.raw(box, message.id)).toContain('aGVsbG8=');
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'draft.deleted',
      data: { message_id: message.id },
    });
    expect(await rows('select from draft_attachments where draft_id = $1', id)).toEqual([]);
  });

  it('of another version is not sent, and a change during the send keeps it', async () => {
    const { id } = (await create({ to: ['a@simulator.mail.localhost'], text: 'Hi.' })).body;
    await product.call('PATCH', path(id), { body: { text: 'Ho.' } });
    const stale = await product.call('POST', `${path(id)}/send`, {
      body: { version: 1 },
      headers: { 'idempotency-key': 'stale' },
    });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'draft_conflict']);
    expect((await product.call('GET', path(id))).body.version).toBe(2);
  });

  it('of a reply and a forward follows its message', async () => {
    await product.handOver(
      box.address,
      `From: Grace <grace@sender.example>\nTo: ${box.address}\nSubject: Question\nMessage-ID: <q@sender.example>\n\nWhen?\n`,
    );
    const question = await product.arrived(box, 'Question');
    const reply = (await create({ mode: 'reply', in_reply_to_message_id: question.id, text: 'Now.' })).body;
    expect(reply).toMatchObject({
      to: [{ address: 'grace@sender.example' }],
      subject: 'Re: Question',
      thread_id: question.thread_id,
    });
    const ofThread = await product.call('GET', `${path()}?thread_id=${question.thread_id}`);
    expect(ofThread.body.data).toMatchObject([{ id: reply.id }]);
    const sent = (await sendIt(reply.id)).body;
    expect(sent).toMatchObject({ thread_id: question.thread_id, in_reply_to: '<q@sender.example>' });
    const forward = (
      await create({
        mode: 'forward',
        in_reply_to_message_id: question.id,
        to: ['x@outside.example'],
        text: 'See.',
      })
    ).body;
    expect(forward.subject).toBe('Fwd: Question');
    const { id } = (await sendIt(forward.id)).body;
    const { text } = (await product.message(box, id, '?include=quoted')).body;
    expect(text).toMatch(/^See\.[\s\S]*When\?/);
  });
});

describe('around drafts', () => {
  it('a mailbox has at most 500, none larger than a message', async () => {
    const full = await product.mailbox();
    await rows(
      `insert into drafts (id, tenant_id, identity_id, mode, "to", cc, bcc, subject, headers, metadata,
         created_by_type, created_by_id, created_at, updated_at)
       select 'drf_' || n, $1, $2, 'send', '[]', '[]', '[]', '', '{}', '{}', 'key', 'k', now(), now() - n * interval '1 day'
       from generate_series(1, 500) n`,
      full.tenantId,
      full.id,
    );
    expect((await create({}, undefined, full)).body.error.code).toBe('draft_limit_reached');
    const text = 'x'.repeat(6 * 1024 * 1024);
    expect((await create({ text })).body.error.code).toBe('message_too_large');
    const context = { services: product.services, signal: new AbortController().signal };
    // Drafts that nobody changed for 180 days. A legal hold keeps them.
    const hold = { scope: 'tenant', reason: 'case' };
    const { body } = await product.call('POST', `/v1/tenants/${full.tenantId}/holds`, { body: hold });
    expect(await draftRetention.run(context)).toBe(0);
    await product.call('DELETE', `/v1/tenants/${full.tenantId}/holds/${body.id}`);
    expect(await draftRetention.run(context)).toBe(321);
  });

  it('an export holds them, and an erasure deletes them', async () => {
    const other = await product.mailbox();
    await create(
      { to: ['eve@outside.example'], subject: 'Secret plan', attachments: [file] },
      undefined,
      other,
    );
    await create({ to: ['bob@outside.example'], subject: 'Lunch' }, undefined, other);
    const erase = async (scope: Record<string, unknown>) => {
      const { body } = await product.call('POST', '/v1/erasure-requests', {
        body: { tenant_id: other.tenantId, ...scope },
      });
      await product.eventually(
        () => product.call('GET', `/v1/erasure-requests/${body.id}`),
        (answer) => answer.body.status === 'completed',
      );
      const left = await product.call('GET', path('', other));
      return left.body.data?.map(({ subject }: { subject: string }) => subject);
    };
    expect(await erase({ scope: 'counterparty', counterparty_address: 'eve@outside.example' })).toEqual([
      'Lunch',
    ]);
    await erase({ scope: 'identity', identity_id: other.id });
    expect(await rows('select from drafts where identity_id = $1', other.id)).toEqual([]);
  });

  it('MCP has tools for keys that were given drafts:write by name', async () => {
    const named = await keyWith(['drafts:write', 'messages:send', 'messages:read']);
    const client = await connectMcp('client 2, 2026-07-28', named, product.fetch);
    const names = (await client.tools()).map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['mail_create_draft', 'mail_update_draft', 'mail_send_draft']),
    );
    const made = await client.call('mail_create_draft', {
      to: ['success@simulator.mail.localhost'],
      text: 'Hi.',
    });
    const { id: draft_id, version } = made.structuredContent as { id: string; version: number };
    const changed = await client.call('mail_update_draft', { draft_id, version, subject: 'By MCP' });
    expect(changed.structuredContent).toMatchObject({ version: 2, subject: 'By MCP' });
    const sent = await client.call('mail_send_draft', { draft_id });
    expect(sent.structuredContent).toMatchObject({ status: 'queued', subject: 'By MCP' });
    await client.close();
    // A caller that may send may also create drafts over REST, and has the tools that the specification names.
    const sender = await keyWith(['messages:send']);
    expect((await create({}, sender)).status).toBe(201);
    const plain = await connectMcp('client 2, 2026-07-28', sender, product.fetch);
    expect((await plain.tools()).map(({ name }: { name: string }) => name)).toEqual([
      'mail_get_usage',
      'mail_send',
      'mail_reply',
      'mail_forward',
    ]);
    const refused = await plain.call('mail_send_draft', { draft_id });
    expect(refused.content[0]!.text).toContain('permission_denied');
    await plain.close();
  });
});

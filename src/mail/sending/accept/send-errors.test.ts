import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#kernel/catalogue/limits.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Why a send is refused (spec 4.6, Send rules 1 to 8). A dry run returns the same errors.

let product: MailProduct;
let sender: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  sender = await product.mailbox();
});
afterAll(() => product?.close());

const good = { to: ['ada@example.com'], subject: 'Hello', text: 'Hi.' };

async function refusal(fields: Record<string, unknown>, from: Mailbox = sender) {
  const real = await product.send(from, { ...good, ...fields });
  const dry = await product.send(
    from,
    { ...good, ...fields },
    { query: '?dry_run=true', idempotencyKey: null },
  );
  expect([dry.status, dry.body.error?.code]).toEqual([real.status, real.body.error?.code]);
  return real;
}

const codeOf = ({ status, body }: Awaited<ReturnType<typeof refusal>>) => [status, body.error?.code];
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.com`);

describe('recipients (rule 1)', () => {
  it.each([11, 60, 300])('%i are too many under the default policy', async (count) => {
    const answer = await refusal({ to: addresses(count) });
    expect(codeOf(answer)).toEqual([400, 'too_many_recipients']);
    expect(answer.body.error.details).toEqual({ max_recipients: 10, recipients: count });
  });

  it('are counted without duplicates, whatever their case', async () => {
    const twice = Array.from({ length: 30 }, (_, index) =>
      index % 2 ? 'ADA@example.com' : 'ada@example.com',
    );
    const answer = await product.send(sender, { ...good, to: twice, cc: ['Ada <ada@Example.com>'] });
    expect(answer.status).toBe(202);
    expect([answer.body.to, answer.body.cc, answer.body.deliveries]).toMatchObject([
      [{ address: 'ada@example.com' }],
      [],
      [{ field: 'to' }],
    ]);
  });

  it.each([
    'x',
    'x@',
    '@x',
    'a b@example.com',
    'a@b..c',
    '<>',
    'a@127.0.0.1',
    `${'a'.repeat(65)}@example.com`,
  ])('%s is no address', async (address) =>
    expect(codeOf(await refusal({ cc: [address] }))).toEqual([400, 'address_invalid']),
  );

  it('with a local part outside ASCII is not supported', async () => {
    expect(codeOf(await refusal({ to: ['jörg@example.com'] }))).toEqual([400, 'address_unsupported']);
  });

  it('must be there', async () => {
    const answer = await refusal({ to: [] });
    expect([...codeOf(answer), answer.body.error.details.errors[0].path]).toEqual([
      400,
      'invalid_request',
      'to',
    ]);
  });
});

describe('content (rules 2 and 6)', () => {
  it.each([{ text: undefined }, { text: '' }, { text: '', html: '' }])('needs a body: %o', async (fields) => {
    expect(codeOf(await refusal(fields))).toEqual([400, 'invalid_request']);
  });

  it('over 5 MiB once composed is too large, by text as by attachments', async () => {
    const content_base64 = Buffer.alloc(4.2 * 1024 * 1024, 7).toString('base64');
    for (const fields of [
      { attachments: [{ filename: 'a.bin', content_base64 }] },
      { text: 'x'.repeat(limits.outboundMessage + 1) },
      { text: 'ü'.repeat(limits.outboundMessage / 2) },
      { text: undefined, html: '<p>'.repeat(limits.outboundMessage / 3 + 1) },
    ]) {
      expect(codeOf(await product.send(sender, { ...good, ...fields }))).toEqual([413, 'message_too_large']);
    }
  });

  it.each(['text', '日本/x', 'text/plain; name="é"', 'text/plain\r\nX: y', 'text/plain x', ''])(
    '%j is no media type',
    async (content_type) => {
      const answer = await refusal({
        attachments: [{ filename: 'a', content_base64: 'eA==', content_type }],
      });
      expect(answer.body.error.details.errors[0].path).toBe('attachments.0.content_type');
    },
  );

  it('names an attachment that is not base64', async () => {
    const answer = await refusal({ attachments: [{ filename: 'a', content_base64: '***' }] });
    expect(answer.body.error.details.errors[0].path).toBe('attachments.0.content_base64');
  });
});

describe('kinds (rule 3)', () => {
  const consent = { basis: 'opt-in', recorded_at: '2026-01-01T00:00:00Z' };
  const unsubscribe = { url: 'https://example.com/out' };

  it.each([
    {},
    { unsubscribe },
    { consent },
    { unsubscribe: {}, consent },
    { unsubscribe: { url: '' }, consent },
  ])('marketing needs a way out and consent: %o', async (fields) => {
    const answer = await refusal({ kind: 'marketing', ...fields });
    expect(codeOf(answer)).toEqual([400, 'marketing_requirements_missing']);
  });

  it('what marketing lacks is named', async () => {
    const answer = await refusal({ kind: 'marketing', unsubscribe });
    expect(answer.body.error.details).toEqual({ missing: ['consent'] });
  });

  it.each(['nobody', 'https://example.com/out', 'mailto:?subject=out', 'a@x.example,%ff'])(
    '%s is no address to unsubscribe at',
    async (mailto) => {
      const answer = await refusal({ unsubscribe: { mailto } });
      expect(codeOf(answer)).toEqual([400, 'invalid_request']);
      expect(answer.body.error.details.errors[0].path).toBe('unsubscribe.mailto');
    },
  );

  it('marketing does not go by the basic transport', async () => {
    const answer = await refusal({ kind: 'marketing', unsubscribe, consent });
    expect(codeOf(answer)).toEqual([422, 'transport_unavailable']);
    expect(answer.body.error.details).toEqual({ reason: 'marketing_needs_ses' });
  });

  it('an automatic reply answers a message of a person only', async () => {
    expect(codeOf(await refusal({ kind: 'auto_reply' }))).toEqual([409, 'auto_reply_not_allowed']);
    await product.handOver(
      sender.address,
      `From: bot@sender.example\nSubject: Away\nAuto-Submitted: auto-replied\nMessage-ID: <away@x>\n\nAway.\n`,
    );
    const { id } = await product.arrived(sender, 'Away');
    const answer = await product.reply(sender, id, { text: 'Me too.', kind: 'auto_reply' });
    expect(codeOf(answer)).toEqual([409, 'auto_reply_not_allowed']);
    expect((await product.reply(sender, id, { text: 'Thanks.' })).status).toBe(202);
  });
});

describe('headers (rule 5)', () => {
  it.each([
    'Bcc',
    'From',
    'Reply-To',
    'X-AI-Generated',
    'X-Proofmail-Id',
    'X Foo',
    'X-é',
    `X-${'a'.repeat(99)}`,
    `X-${'a'.repeat(300)}`,
  ])('%s cannot be set', async (name) =>
    expect(codeOf(await refusal({ headers: { [name]: '1' } }))).toEqual([400, 'header_not_allowed']),
  );

  it('that a provider would take for instructions, or whose name is not ASCII, cannot be set', async () => {
    const other = await product.mailbox();
    for (const name of ['X-SMTPAPI', 'X-SES-Configuration-Set', 'X-Mailgun-Tag', '\u212Aeywords']) {
      const answer = await product.send(other, { ...good, headers: { [name]: '1' } });
      expect(codeOf(answer)).toEqual([400, 'header_not_allowed']);
    }
  });

  it.each([
    { Importance: 'huge' },
    { 'X-A': '1', 'x-a': '2' },
    { 'X-A': 'a\r\nBcc: x@example.com' },
    { 'X-A': '' },
  ])('values are checked: %o', async (headers) =>
    expect(codeOf(await refusal({ headers }))).toEqual([400, 'invalid_request']),
  );
});

describe('sender (rules 4 and 8, identity rule 2)', () => {
  it.each(['someone@example.com', 'nobody@mail.localhost'])('%s is not its address', async (from_address) => {
    const answer = await refusal({ from_address });
    expect([...codeOf(answer), answer.body.error.details.errors[0].path]).toEqual([
      400,
      'invalid_request',
      'from_address',
    ]);
  });

  it('needs an owner, and must not be paused', async () => {
    const ownerless = await product.mailbox({ identity: { owner: undefined } });
    expect(codeOf(await refusal({}, ownerless))).toEqual([409, 'identity_owner_required']);
    const paused = await product.mailbox();
    await product.call('PATCH', `/v1/identities/${paused.id}`, { body: { status: 'paused' } });
    const answer = await refusal({}, paused);
    expect(codeOf(answer)).toEqual([409, 'identity_paused']);
    expect(answer.body.error.details).toEqual({ reason: 'manual' });
  });

  it('an address that retires sends only on threads that use it already', async () => {
    const base = `/v1/identities/${sender.id}/addresses`;
    const alias = (await product.call('POST', base, { body: { local_part: 'old-name' } })).body;
    await product.handOver(
      alias.address,
      `From: g@sender.example\nTo: ${alias.address}\nSubject: Old\n\nHi.\n`,
    );
    const { thread_id } = await product.arrived(sender, 'Old');
    const other = (await product.send(sender, good)).body.thread_id;
    expect(
      (await product.call('POST', `${base}/${alias.id}/retire`, { body: { after_days: 5 } })).status,
    ).toBe(200);
    const from = { from_address: alias.address };
    expect((await product.send(sender, { ...good, ...from, thread_id })).body.from.address).toBe(
      alias.address,
    );
    expect(codeOf(await refusal({ ...from, thread_id: other }))).toEqual([400, 'invalid_request']);
    expect(codeOf(await refusal(from))).toEqual([400, 'invalid_request']);
  });

  it('in test mode stays inside the deployment', async () => {
    const tested = await product.mailbox({ tenant: { mode: 'test' } });
    for (const to of ['ada@example.com', 'x@notmail.localhost', 'x@sub.mail.localhost'])
      expect(codeOf(await refusal({ to: [sender.address], bcc: [to] }, tested))).toEqual([
        403,
        'test_mode_recipient',
      ]);
    for (const to of [sender.address, 'success@simulator.mail.localhost'])
      expect((await product.send(tested, { ...good, to: [to] })).status).toBe(202);
  });

  it('finds no thread of somebody else, and none that holds only what it may not see', async () => {
    const careful = await product.mailbox({ tenant: { policy: {} } });
    await product.handOver(careful.address, 'From: g@sender.example\nSubject: Doubtful\n\nHi.\n');
    const { thread_id } = await product.arrived(careful, 'Doubtful');
    const permissions = ['messages:send', 'messages:read'];
    const body = { name: 'k', level: 'tenant', tenant_id: careful.tenantId, permissions };
    const key = (await product.call('POST', '/v1/keys', { body })).body.secret;
    const blind = await product.send(careful, { ...good, thread_id }, { key });
    expect(codeOf(blind)).toEqual([404, 'thread_not_found']);
    expect(codeOf(await refusal({ thread_id }))).toEqual([404, 'thread_not_found']);
    expect((await product.send(careful, { ...good, thread_id })).status).toBe(202);
  });
});

describe('dry run', () => {
  const dryRun = { query: '?dry_run=true', idempotencyKey: null };

  it('tells who would get it, and leaves nothing behind', async () => {
    const quiet = await product.mailbox();
    const answer = await product.send(
      quiet,
      { ...good, cc: [sender.address], bcc: ['b@example.com'] },
      dryRun,
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        would_send: true,
        recipients: [
          { address: 'ada@example.com', field: 'to', status: 'queued', reason: null },
          { address: sender.address, field: 'cc', status: 'queued', reason: null },
          { address: 'b@example.com', field: 'bcc', status: 'queued', reason: null },
        ],
      },
    ]);
    expect((await product.call('GET', `/v1/identities/${quiet.id}/threads`)).body.data).toEqual([]);
  });

  it('never records its key', async () => {
    const idempotencyKey = 'tried-dry';
    expect((await product.send(sender, good, { query: '?dry_run=true', idempotencyKey })).status).toBe(200);
    expect((await product.send(sender, { ...good, text: 'Other.' }, { idempotencyKey })).status).toBe(202);
  });
});

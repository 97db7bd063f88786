import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';

// Concurrent sends, and senders over a limit (spec 4.1 Idempotency, 4.6 rules 3 and 8, 3.3 abuse_threshold).

let product: MailProduct;
let agent: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  agent = await product.mailbox();
});
afterAll(() => product?.close());

const good = { to: ['ada@outside.example'], subject: 'Hello', text: 'Hi.' };
const codes = (answers: { body: Record<string, { code: string }> }[]) =>
  answers.map(({ body }) => body.error?.code ?? null);

describe('the same Idempotency-Key', () => {
  it('at 100 requests at once gives one message, one answer that is no replay, and nothing worse', async () => {
    const lone = await product.mailbox();
    const idempotencyKey = 'the one';
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => product.send(lone, good, { idempotencyKey })),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1);
    const refused = new Set(codes(answers.filter(({ status }) => status !== 202)));
    expect([...refused].every((code) => code === 'request_in_progress')).toBe(true);
    const again = await product.send(lone, good, { idempotencyKey });
    expect([again.body.id, again.body.deduplicated]).toEqual([accepted[0]!.body.id, true]);
    const stored = await product.call('GET', `/v1/identities/${lone.id}/messages`);
    expect(stored.body.data).toHaveLength(1);
  });
});

describe('a thread that somebody else holds', () => {
  it('is busy: nothing is stored, and the same key sends it later', async () => {
    const { thread_id } = (await product.send(agent, good)).body;
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = product.services.db.transaction(async (tx) => {
      await tx.run(sql`select 1 from threads where id = ${thread_id} for update`);
      held.resolve();
      await holding.promise;
    });
    await held.promise;
    const idempotencyKey = 'busy';
    const refused = await product.send(agent, { ...good, thread_id }, { idempotencyKey });
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'thread_busy', retryable: true, details: { retry_after: 1 } },
    ]);
    expect(refused.headers.get('retry-after')).toBe('1');
    const tried = await product.send(agent, { ...good, thread_id }, { query: '?dry_run=true' });
    expect(tried.status).toBe(200);
    holding.resolve();
    await holder;
    const sent = await product.send(agent, { ...good, thread_id }, { idempotencyKey });
    expect([sent.status, sent.body.deduplicated]).toEqual([202, false]);
  });
});

describe('automatic replies', () => {
  it('stop after max_automatic_exchanges, until the agent writes of its own accord', async () => {
    await product.handOver(agent.address, mailTo(agent.address, 'Question'));
    const { id } = await product.arrived(agent, 'Question');
    const answer = (kind: string) => product.reply(agent, id, { text: 'Soon.', kind });
    expect((await answer('auto_reply')).body.kind).toBe('auto_reply');
    expect((await answer('auto_reply')).status).toBe(202);
    const third = await answer('auto_reply');
    expect([third.status, third.body.error]).toMatchObject([
      409,
      { code: 'auto_reply_not_allowed', details: { reason: 'max_automatic_exchanges' } },
    ]);
    expect((await answer('transactional')).status).toBe(202);
    expect((await answer('auto_reply')).status).toBe(202);
  });

  it.each([
    [{ policy: { auto_reply: { allowed: false }, quarantine: { on_auth_fail: false } } }, {}, 'policy'],
    [{}, { auto_reply: 'denied' }, 'send_policy'],
  ])('are forbidden by %j %j', async (tenant, send_policy, reason) => {
    const other = await product.mailbox({ tenant });
    await product.call('PATCH', `/v1/identities/${other.id}`, { body: { send_policy } });
    await product.handOver(other.address, mailTo(other.address, 'Q'));
    const { id } = await product.arrived(other, 'Q');
    const refused = await product.reply(other, id, { text: 'Soon.', kind: 'auto_reply' });
    expect(refused.body.error.details).toEqual({ reason });
  });
});

describe('abuse thresholds', () => {
  const settled = (mailbox: Mailbox, id: string) =>
    product.eventually(
      () => product.message(mailbox, id),
      ({ body }) => !['queued', 'submitted'].includes(body.status),
    );

  it('pause an identity whose mail bounces too often, with the rates in the event', async () => {
    const policy = { quarantine: { on_auth_fail: false }, abuse: { min_sends: 4, bounce_rate: 0.25 } };
    const spammer = await product.mailbox({ tenant: { policy } });
    const read = () => product.call('GET', `/v1/identities/${spammer.id}`);
    const sendTo = async (to: string) => (await product.send(spammer, { ...good, to: [to] })).body.id;
    for (const to of ['success+1', 'success+2', 'bounce+1'])
      await settled(spammer, await sendTo(`${to}@simulator.mail.localhost`));
    expect((await read()).body.status).toBe('active');
    await settled(spammer, await sendTo('bounce+2@simulator.mail.localhost'));
    expect((await read()).body).toMatchObject({ status: 'paused', pause_reason: 'abuse_threshold' });
    const [event] = await product.services.db.rows<{ data: unknown }>(
      sql`select data from events where identity_id = ${spammer.id} and type = 'identity.paused'`,
    );
    expect(event!.data).toMatchObject({
      reason: 'abuse_threshold',
      metrics: { sends: 4, bounce_rate: 0.5, complaint_rate: 0 },
    });
    const refused = await product.send(spammer, good);
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'abuse_threshold' }]);
  });
});

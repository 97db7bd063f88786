import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts';
import { simulateStep } from '../jobs.ts';

// The simulator (decisions.md section 1), on a transport that would really send.

let sink: SmtpSink;
let product: MailProduct;
let agent: Mailbox;
let tester: Mailbox;

beforeAll(async () => {
  sink = await startSmtpSink();
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: sink.url });
  agent = await product.mailbox();
  tester = await product.mailbox({ tenant: { mode: 'test' } });
});
afterAll(async () => {
  await product?.close();
  await sink?.close();
});

const at = (name: string): string => `${name}@simulator.mail.localhost`;

async function send(from: Mailbox, to: string[]): Promise<string> {
  const sent = await product.send(from, { to, subject: 'Probe', text: 'Hi.' });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  return sent.body.id;
}

const becomes = async (from: Mailbox, id: string, status: string) =>
  (
    await product.eventually(
      () => product.message(from, id),
      ({ body }) => body.status === status,
    )
  ).body;

/** The jobs of later steps, with the seconds that they wait from now on. */
async function laterSteps(id: string): Promise<{ payload: never; seconds: number }[]> {
  const { rows } = await product.services.db.pool.query(
    `select payload, extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs
     where payload->>'message_id' = $1 and payload->>'step' is not null`,
    [id],
  );
  return rows;
}

/** Runs the waiting steps now, each of them twice. */
async function passTime(id: string): Promise<void> {
  const { payload } = (await laterSteps(id))[0]!;
  const context = { services: product.services, attempt: 1, signal: AbortSignal.timeout(10_000) };
  for (let run = 0; run < 2; run += 1) await simulateStep.run(context, payload);
}

const suppressions = async (from: Mailbox, address: string) =>
  (
    await product.call(
      'GET',
      `/v1/tenants/${from.tenantId}/suppressions?address=${encodeURIComponent(address)}`,
    )
  ).body.data;

describe.each([
  ['live', () => agent],
  ['test', () => tester],
])('in %s mode', (mode, sender) => {
  it.each<[string, string, object, string | null]>([
    ['success', 'delivered', { smtp_code: 250, enhanced_code: '2.1.5' }, null],
    ['bounce', 'bounced', { smtp_code: 550, enhanced_code: '5.1.1', bounce_type: 'hard' }, 'hard_bounce'],
    ['nobody', 'bounced', { smtp_code: 550, enhanced_code: '5.1.1', bounce_type: 'hard' }, 'hard_bounce'],
    ['complaint', 'complained', {}, 'complaint'],
    ['reject', 'rejected', { smtp_code: 554 }, null],
    ['suppressed', 'suppressed', {}, 'provider'],
    ['timeout', 'uncertain', {}, null],
    ['connection', 'uncertain', {}, null],
    ['quota', 'deferred', { smtp_code: 454 }, null],
  ])('%s: %s', async (name, status, delivery, suppressed) => {
    const address = at(`${name === 'success' ? 'SUCCESS' : name}+${mode}`);
    const message = await becomes(sender(), await send(sender(), [address]), status);
    expect(message.deliveries).toMatchObject([{ status, ...delivery }]);
    const reasons = (await suppressions(sender(), address)).map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual(suppressed ? [suppressed] : []);
  });

  it('defer: delivered a minute later', async () => {
    const id = await send(sender(), [at('defer')]);
    await becomes(sender(), id, 'deferred');
    expect((await laterSteps(id)).map(({ seconds }) => Math.ceil(seconds / 10))).toEqual([6]);
    await passTime(id);
    await becomes(sender(), id, 'delivered');
  });

  it('softbounce: a soft bounce after retries, which does not suppress', async () => {
    const id = await send(sender(), [at('softbounce')]);
    await becomes(sender(), id, 'deferred');
    await passTime(id);
    const { deliveries } = await becomes(sender(), id, 'bounced');
    expect(deliveries).toMatchObject([{ smtp_code: 452, enhanced_code: '4.2.2', bounce_type: 'soft' }]);
    expect(await suppressions(sender(), at('softbounce'))).toEqual([]);
  });

  it('reply: one real answer joins the thread', async () => {
    const id = await send(sender(), [at('reply+x')]);
    const { thread_id } = await becomes(sender(), id, 'delivered');
    const thread = await product.thread(sender(), thread_id, 2);
    const [answer] = thread.messages.filter((one: { direction: string }) => one.direction === 'inbound');
    expect(answer).toMatchObject({
      status: 'received',
      subject: 'Re: Probe',
      from: { address: at('reply+x') },
      trust: { verdict: 'pass', flags: [] },
    });
  });

  it('otp: a message with a code arrives', async () => {
    await send(sender(), [at('otp')]);
    const message = await product.arrived(sender(), 'Your verification code');
    expect(message.extracted_text).toMatch(/code is \d{6}\./);
    expect(message).toMatchObject({ status: 'received', trust: { verdict: 'pass' } });
  });
});

it('tells of each recipient, and lets nothing out', async () => {
  const before = sink.messages.length;
  const to = ['success', 'bounce', 'reject', 'timeout'].map((name) => at(`${name}+mixed`));
  const id = await send(agent, [...to, 'bob@outside.example']);
  const message = await product.eventually(
    () => product.message(agent, id),
    ({ body }) => body.deliveries[4].status === 'submitted',
  );
  expect(message.body.status).toBe('uncertain');
  expect(message.body.deliveries.map(({ status }: { status: string }) => status)).toEqual([
    'delivered',
    'bounced',
    'rejected',
    'uncertain',
    'submitted',
  ]);
  expect(sink.messages.slice(before).map((mail) => mail.to)).toEqual([['bob@outside.example']]);
  expect(sink.messages.flatMap((mail) => mail.to).filter((address) => /simulator/.test(address))).toEqual([]);
});

it('quota fails for good after 24 hours of back-off (7.3)', async () => {
  const id = await send(agent, [at('quota+day')]);
  await becomes(agent, id, 'deferred');
  await product.services.db.pool.query(
    `update sends set first_attempt_at = now() - interval '25 hours' where message_id = $1`,
    [id],
  );
  // The job is put back right after the message was deferred, so wait for that first.
  const hurried = await product.eventually(
    async () =>
      product.services.db.pool.query(
        `update graphile_worker._private_jobs set run_at = now()
         where payload->>'message_id' = $1 and locked_at is null and run_at > now()`,
        [id],
      ),
    ({ rowCount }) => rowCount === 1,
  );
  expect(hurried.rowCount).toBe(1);
  const { deliveries } = await becomes(agent, id, 'failed');
  expect(deliveries).toMatchObject([{ status: 'failed' }]);
});

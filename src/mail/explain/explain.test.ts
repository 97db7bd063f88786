import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { ofDelivery } from './advice.ts';

// What happened to a mail (decisions-2, Files and views), over HTTP, for mail received by SMTP and mail that was sent.

type Step = { at: string; step: string; outcome: string; reason: string; fix: string | null };

let product: MailProduct;
let box: Mailbox;
let other: Mailbox;
let agent: string;
let reviewer: string;

const keyWith = async (permissions: string[], identity: Mailbox) =>
  (
    await product.call('POST', '/v1/keys', {
      body: { name: 'k', level: 'identity', identity_id: identity.id, permissions },
    })
  ).body.secret as string;

beforeAll(async () => {
  product = await openMailProduct();
  box = await product.mailbox();
  other = await product.mailbox();
  agent = await keyWith(['messages:read'], box);
  reviewer = await keyWith(['messages:read', 'quarantine:review'], box);
});
afterAll(() => product?.close());

const explain = async (id: string, key?: string) => {
  const path = `/v1/explain?message_id=${encodeURIComponent(id)}`;
  const { status, body } = await product.call('GET', path, { ...(key && { key }) });
  expect([status, body.error]).toEqual([200, undefined]);
  return body as { found: boolean; steps: Step[] };
};
const outcomes = ({ steps }: { steps: Step[] }) => steps.map(({ step, outcome }) => `${step} ${outcome}`);

describe('a received mail', () => {
  it('is explained by its Message-ID, with and without brackets, and by its own id', async () => {
    await product.handOver(box.address, mailTo(box.address, 'Question'));
    const { id, thread_id } = await product.arrived(box, 'Question');
    const told = await explain('<Question@sender.example>', agent);
    expect(told.found).toBe(true);
    expect(outcomes(told)).toEqual([
      'accepted accepted',
      'authentication unverified',
      'decision received',
      'thread stored',
      'triage done',
    ]);
    expect(told.steps[3]!.reason).toContain(thread_id);
    expect(told.steps[0]!.reason).toContain(box.address);
    for (const { at } of told.steps) expect(new Date(at).toISOString()).toBe(at);
    expect(await explain('Question@sender.example', agent)).toEqual(told);
    expect(await explain(id, agent)).toEqual(told);
    expect(await explain(id)).toEqual(told);
  });

  it('tells each copy to whom it reaches', async () => {
    await product.handOver([box.address, other.address], mailTo(box.address, 'Both'));
    await product.arrived(box, 'Both');
    await product.arrived(other, 'Both');
    const ofPlatform = await explain('<Both@sender.example>');
    expect(outcomes(ofPlatform).filter((each) => each === 'thread stored')).toHaveLength(2);
    expect(JSON.stringify(await explain('<Both@sender.example>', agent))).not.toContain(other.id);
  });

  it('a foreign, a hidden and a missing one look the same, unless a reviewer asks', async () => {
    await product.handOver(other.address, mailTo(other.address, 'Foreign'));
    const foreign = await product.arrived(other, 'Foreign');
    const list = `/v1/tenants/${box.tenantId}/lists/receive/block/${encodeURIComponent('@blocked.example')}`;
    expect((await product.call('PUT', list)).status).toBeLessThan(300);
    const mail = mailTo(box.address, 'Blocked', { From: 'Eve <eve@blocked.example>' });
    await product.handOver(box.address, mail, 'eve@blocked.example');
    const blocked = await product.eventually(
      () => explain('<Blocked@sender.example>', reviewer),
      ({ found }) => found,
    );
    expect(outcomes(blocked)).toContain('decision blocked');
    expect(blocked.steps.find(({ step }) => step === 'decision')!.fix).toContain('block list');
    const missing = await explain('<nothing@sender.example>', agent);
    expect(missing).toEqual({ found: false, steps: [] });
    for (const id of ['<Foreign@sender.example>', foreign.id, '<Blocked@sender.example>', 'msg_1'])
      expect(await explain(id, agent)).toEqual(missing);
  });

  it('a quarantined one says why, and how it comes out', async () => {
    const strict = await product.mailbox({ tenant: { policy: { quarantine: { on_auth_fail: true } } } });
    await product.handOver(strict.address, mailTo(strict.address, 'Unproven'));
    const told = await product.eventually(
      () => explain('<Unproven@sender.example>'),
      ({ found }) => found,
    );
    expect(outcomes(told).at(-1)).toBe('decision quarantined');
    expect(told.steps.at(-1)!.fix).toContain('release');
  });
});

describe('a sent mail', () => {
  it('tells the state of each recipient', async () => {
    const path = `/v1/tenants/${box.tenantId}/suppressions`;
    await product.call('POST', path, { body: { address: 'gone@outside.example', reason: 'manual' } });
    const sent = await product.send(box, {
      to: ['ada@outside.example', 'gone@outside.example'],
      subject: 'Two',
      text: 'x',
    });
    expect(sent.status).toBe(202);
    const told = await product.eventually(
      () => explain(sent.body.id, agent),
      ({ steps }) => !outcomes({ steps }).includes('delivery queued'),
    );
    expect(outcomes(told)[0]).toBe('accepted accepted');
    const gone = told.steps.find(({ reason }) => reason.startsWith('gone@outside.example'))!;
    expect(gone).toMatchObject({
      step: 'delivery',
      outcome: 'suppressed',
      fix: expect.stringContaining('suppression'),
    });
    expect(told.steps.find(({ reason }) => reason.startsWith('ada@outside.example'))!.step).toBe('delivery');
    expect(await explain(sent.body.rfc_message_id, agent)).toEqual(told);
  });

  it('knows what a scheduled one waits for', async () => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await product.send(box, { to: ['ada@outside.example'], text: 'later', send_at });
    expect(outcomes(await explain(body.id, agent))).toEqual([
      'accepted accepted',
      'schedule scheduled',
      'delivery queued',
    ]);
  });

  it('never repeats words of another server', () => {
    expect(ofDelivery('bounced', 'evil text of a server').reason).toBe(
      "The recipient's server refused it permanently.",
    );
  });
});

it('refuses what is no id', async () => {
  for (const query of [
    '',
    '?message_id=',
    `?message_id=${'x'.repeat(999)}`,
    '?message_id=%00aa',
    '?id=msg_1',
  ]) {
    const { status, body } = await product.call('GET', `/v1/explain${query}`);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  }
});

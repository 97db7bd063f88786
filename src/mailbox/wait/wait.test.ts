import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi } from '#api/rest/handler.ts';
import { nodeListener } from '#api/rest/node.ts';
import { type HttpListener, startHttpListener } from '#server/http.ts';
import { createServices } from '#server/services.ts';
import { storeMail } from '#testing/mail.ts';
import { headerOf, type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { countWaits, endWaits } from './index.ts';

// spec 4.7 (wait), 8.1, over HTTP sockets and SMTP.

let product: MailProduct;
let http: HttpListener;

beforeAll(async () => {
  product = await openMailProduct({ PM_QUARANTINE_KEY_RELEASE: 'on' });
  http = await openHttp(product.services);
});

afterAll(async () => {
  http.closeConnections();
  await http.close();
  await product.close();
});

async function openHttp(services: MailProduct['services']): Promise<HttpListener> {
  const listener = await startHttpListener({ port: 0, host: '127.0.0.1' });
  listener.open({
    api: nodeListener(createApi(services)),
    isForApi: () => true,
    console: (_, response) => response.end(),
  });
  return listener;
}

type Options = { key?: string; at?: HttpListener; signal?: AbortSignal };

async function wait(
  { id }: Mailbox,
  query: Record<string, string> = {},
  { key = product.platformKey, at = http, signal }: Options = {},
) {
  const answer = await fetch(
    `http://127.0.0.1:${at.port}/v1/identities/${id}/wait?${new URLSearchParams(query)}`,
    { headers: { authorization: `Bearer ${key}` }, ...(signal && { signal }) },
  );
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
}

const waiting = (count: number, services = product.services) =>
  product.eventually(
    async () => countWaits(services),
    (size) => size === count,
  );

/** Starts a wait, and returns when the server has received it. */
async function begin(...args: Parameters<typeof wait>) {
  const before = countWaits(product.services);
  const answer = wait(...args);
  answer.catch(() => undefined);
  await waiting(before + 1);
  return { answer };
}

const past = () => new Date(Date.now() - 60_000).toISOString();

describe('spec 4.7: wait', () => {
  it('says so when time is up', async () => {
    const mailbox = await product.mailbox();
    expect(await wait(mailbox, { timeout: '0' })).toEqual({
      status: 200,
      body: { message: null, verification: { code: null, link: null, sender_domain: null }, timed_out: true },
    });
  });

  it('ends when a message arrives', async () => {
    const mailbox = await product.mailbox();
    const { answer } = await begin(mailbox);
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Hello'));
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({ timed_out: false, message: { subject: 'Hello', direction: 'inbound' } });
    const read = await product.message(mailbox, body.message.id);
    expect(body.message).toEqual(read.body);
  });

  it('gives what arrived since the time named, the oldest first, and without it nothing older than the call', async () => {
    const mailbox = await product.mailbox();
    const since = past();
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'First'));
    const first = await product.arrived(mailbox, 'First');
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Second'));
    await product.arrived(mailbox, 'Second');
    expect((await wait(mailbox, { since })).body.message.id).toBe(first.id);
    const next = await wait(mailbox, { since: first.created_at });
    expect(next.body.message.subject).toBe('Second');
    const later = await wait(mailbox, { since: next.body.message.created_at, timeout: '0' });
    expect(later.body.timed_out).toBe(true);
    expect((await wait(mailbox, { timeout: '0' })).body.timed_out).toBe(true);
  });

  it('matches sender, subject and thread together', async () => {
    const mailbox = await product.mailbox();
    const mail = mailTo(mailbox.address, 'Réservation 12', { From: 'Grace@Sender.Example' });
    await product.handOver(mailbox.address, mail);
    const { id, thread_id } = await product.arrived(mailbox, 'Réservation 12');
    const found = async (query: Record<string, string>) =>
      (await wait(mailbox, { since: past(), timeout: '0', ...query })).body.message?.id === id;
    const other = 'thr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE';
    const right = { from: 'grace@sender.example', subject_contains: 'RESERVATION', thread_id };
    expect(await found(right)).toBe(true);
    expect(await found({ from: '@SENDER.example' })).toBe(true);
    const wrong: Record<string, string>[] = [
      { ...right, from: 'ada@sender.example' },
      { ...right, from: '@example' },
      { ...right, from: '@mail.sender.example' },
      { ...right, subject_contains: 'order' },
      { ...right, thread_id: other },
      { kind: 'reply' },
      { kind: 'verification' },
    ];
    for (const query of wrong) expect(await found(query), JSON.stringify(query)).toBe(false);
  });

  it('goes on waiting past mail that does not match', async () => {
    const mailbox = await product.mailbox();
    const { answer } = await begin(mailbox, { subject_contains: 'wanted' });
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Something else'));
    await product.arrived(mailbox, 'Something else');
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'The wanted one'));
    expect((await answer).body.message.subject).toBe('The wanted one');
  });

  it('kind=reply: an answer to what the identity wrote', async () => {
    const mailbox = await product.mailbox();
    const sent = await product.send(mailbox, {
      to: ['grace@sender.example'],
      subject: 'A question',
      text: 'How many?',
    });
    expect(sent.status).toBe(202);
    const raw = await product.raw(mailbox, sent.body.id);
    const { answer } = await begin(mailbox, { kind: 'reply' });
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Not about it'));
    await product.arrived(mailbox, 'Not about it');
    const reply = mailTo(mailbox.address, 'Re: A question', { 'In-Reply-To': headerOf(raw, 'Message-ID')! });
    await product.handOver(mailbox.address, reply);
    expect((await answer).body.message).toMatchObject({
      subject: 'Re: A question',
      thread_id: sent.body.thread_id,
    });
  });

  it('refuses what it cannot wait for (8.1: at most 60 seconds)', async () => {
    const mailbox = await product.mailbox();
    const wrong = { timeout: '61', from: 'nobody', kind: 'code', since: 'yesterday', thread_id: 'x' };
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await wait(mailbox, { timeout: '0', [field]: value });
      expect([status, body.error.code], field).toEqual([400, 'invalid_request']);
      expect(body.error.details.errors[0].path).toBe(field);
    }
  });
});

describe('spec 4.7: a code or link is released only to who names its authenticated sender', () => {
  const text = 'Your verification code is 482913. It is valid for 10 minutes.';

  it('by address or domain, and not before the sender is waited for', async () => {
    const [sender, mailbox] = [await product.mailbox(), await product.mailbox()];
    const since = past();
    const { answer } = await begin(mailbox, {
      kind: 'verification',
      from: `@${sender.address.split('@')[1]}`,
    });
    const sent = await product.send(sender, { to: [mailbox.address], subject: 'Your code', text });
    expect(sent.status).toBe(202);
    const { body } = await answer;
    const sender_domain = sender.address.split('@')[1];
    expect(body.message).toMatchObject({ subject: 'Your code', trust: { verdict: 'pass' } });
    expect(body.verification).toEqual({ code: '482913', link: null, sender_domain });
    const again = async (query: Record<string, string>) =>
      (await wait(mailbox, { kind: 'verification', since, ...query })).body.verification;
    expect(await again({ from: sender.address })).toEqual(body.verification);
    expect(await again({})).toEqual({ code: null, link: null, sender_domain });
    expect(await again({ kind: 'any', subject_contains: 'code' })).toEqual({
      code: null,
      link: null,
      sender_domain,
    });
  });

  it('never of mail that is not authenticated', async () => {
    const tenant = { policy: { quarantine: { on_auth_fail: false, unsolicited_otp: false } } };
    const mailbox = await product.mailbox({ tenant });
    const { answer } = await begin(mailbox, { kind: 'verification', from: '@sender.example' });
    const mail = mailTo(mailbox.address, 'Your code').replace(/Text of.*/, text);
    await product.handOver(mailbox.address, mail);
    const { body } = await answer;
    expect(body.message).toMatchObject({ subject: 'Your code', trust: { verdict: 'unverified' } });
    expect(body.verification).toEqual({ code: null, link: null, sender_domain: null });
  });
});

describe('what ends a wait, and what does not', () => {
  it('quarantined mail does not; its release does (3.2)', async () => {
    const mailbox = await product.mailbox({ tenant: { policy: {} } });
    const { answer } = await begin(mailbox);
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Kept back'));
    const list = () => product.call('GET', `/v1/identities/${mailbox.id}/quarantine`);
    const { body } = await product.eventually(list, (page) => page.body.data.length === 1);
    expect(countWaits(product.services)).toBe(1);
    const path = `/v1/identities/${mailbox.id}/messages/${body.data[0].id}/release`;
    expect((await product.call('POST', path, { body: {} })).status).toBe(200);
    expect((await answer).body.message).toMatchObject({ subject: 'Kept back', status: 'received' });
  });

  it('a client that goes away', async () => {
    const mailbox = await product.mailbox();
    const client = new AbortController();
    const { answer } = await begin(mailbox, {}, { signal: client.signal });
    client.abort();
    await expect(answer).rejects.toThrow();
    await waiting(0);
  });

  it('a process that stops, at once', async () => {
    const mailbox = await product.mailbox();
    const services = await secondProcess();
    const at = await openHttp(services);
    const answer = wait(mailbox, {}, { at });
    await waiting(1, services);
    endWaits(services);
    expect((await answer).body.timed_out).toBe(true);
    expect((await wait(mailbox, {}, { at })).body.timed_out).toBe(true);
    await at.close();
    await services.close();
  });

  it('mail that another process took in', async () => {
    const mailbox = await product.mailbox();
    const services = await secondProcess();
    const at = await openHttp(services);
    const answer = wait(mailbox, {}, { at });
    await waiting(1, services);
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'From afar'));
    expect((await answer).body.message.subject).toBe('From afar');
    await at.close();
    await services.close();
  });

  it('mail whose wake-up got lost, when time is up, even if it came in the same millisecond', async () => {
    const mailbox = await product.mailbox();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      // Longer than it takes to store a mail on a busy machine.
      const { answer } = await begin(mailbox, { timeout: '4' });
      const stored = await storeMail(product.services, {
        id: mailbox.id,
        tenant_id: mailbox.tenantId,
        primary_address: mailbox.address,
      } as Parameters<typeof storeMail>[1]);
      expect((await answer).body.message.id).toBe(stored.id);
    } finally {
      vi.useRealTimers();
    }
  });

  it('no connection of the pool is held during a wait', async () => {
    const mailbox = await product.mailbox();
    const many = 40;
    const answers = Array.from({ length: many }, () => wait(mailbox));
    await waiting(many);
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'For all'));
    const ids = new Set((await Promise.all(answers)).map(({ body }) => body.message.id));
    expect(ids.size).toBe(1);
    await waiting(0);
  });

  it('a key that is revoked during a wait gets nothing', async () => {
    const mailbox = await product.mailbox();
    const made = await product.call('POST', '/v1/keys', {
      body: { name: 'w', level: 'identity', identity_id: mailbox.id, permissions: ['search:read'] },
    });
    expect(made.status).toBe(201);
    const { answer } = await begin(mailbox, {}, { key: made.body.secret });
    expect((await product.call('DELETE', `/v1/keys/${made.body.key_id}`)).status).toBe(204);
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Too late'));
    expect((await answer).status).toBe(401);
  });
});

/** A second set of services on the same database, which stands for another process. */
const secondProcess = () =>
  createServices(product.services.config, {
    databaseUrl: product.services.db.pool.options.connectionString!,
  });

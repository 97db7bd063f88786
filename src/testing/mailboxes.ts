import { createTransport } from 'nodemailer';
import type { Clock } from '#kernel/base/clock.ts';
import type { ApiAnswer } from './api.ts';
import { startDnsServer } from './dns-server.ts';
import { openTestProduct, type TestProduct } from './product.ts';

export type Mailbox = { id: string; tenantId: string; address: string };
type Json = ApiAnswer['body'];

/** The product with mailboxes whose tenants do not quarantine. Tests use it over SMTP and HTTP, like outsiders. */
export type MailProduct = TestProduct & {
  mailbox(options?: { tenantId?: string; tenant?: Json; identity?: Json }): Promise<Mailbox>;
  /** Sends a message, with a new Idempotency-Key unless one is given; null sends none. */
  send(from: Mailbox, body: Json, options?: SendOptions): Promise<ApiAnswer>;
  reply(mailbox: Mailbox, messageId: string, body: Json, options?: SendOptions): Promise<ApiAnswer>;
  /** Submits a raw message by SMTP, with line ends changed to CRLF. @returns the server's reply */
  handOver(to: string | string[], raw: string, from?: string): Promise<string>;
  /** The same with unchanged bytes. */
  handOverBytes(to: string, raw: Uint8Array, from?: string): Promise<string>;
  /** The first message of the thread with this subject, once it has arrived. */
  arrived(mailbox: Mailbox, subject: string): Promise<Json>;
  /** Waits until the thread has this number of messages. */
  thread(mailbox: Mailbox, threadId: string, messages: number): Promise<Json>;
  message(mailbox: Mailbox, messageId: string, query?: string): Promise<ApiAnswer>;
  /** The raw message. */
  raw(mailbox: Mailbox, messageId: string): Promise<string>;
};

export type SendOptions = { idempotencyKey?: string | null; query?: string; key?: string };

const trusting = { quarantine: { on_auth_fail: false } };

export async function openMailProduct(env: Record<string, string> = {}, clock?: Clock): Promise<MailProduct> {
  // A DNS server without any domain, which answers at once.
  const dns = await startDnsServer();
  const product = await openTestProduct({ PM_DNS_SERVERS: dns.address, ...env }, clock);
  let count = 0;
  const fresh = (prefix: string): string => {
    count += 1;
    return `${prefix}${count}`;
  };
  const base = ({ id }: Mailbox): string => `/v1/identities/${id}`;

  const post = (path: string, body: Json, options: SendOptions = {}): Promise<ApiAnswer> => {
    const { idempotencyKey = fresh('key-'), query = '', key } = options;
    const headers: Record<string, string> =
      idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
    return product.call('POST', `${path}${query}`, { body, headers, ...(key !== undefined && { key }) });
  };

  const handOver = async (to: string | string[], raw: string | Buffer, from = 'grace@sender.example') => {
    const client = createTransport({ host: '127.0.0.1', port: product.smtpPort, ignoreTLS: true });
    return (await client.sendMail({ envelope: { from, to }, raw })).response;
  };

  return {
    ...product,
    async mailbox({ tenantId, tenant = {}, identity = {} } = {}) {
      const owner =
        tenantId ??
        created(
          await product.call('POST', '/v1/tenants', {
            body: { slug: fresh('t'), name: 'T', mode: 'live', policy: trusting, ...tenant },
          }),
        ).id;
      const body = { username: fresh('a'), owner: { name: 'Ada', email: 'ada@example.com' }, ...identity };
      const made = created(await product.call('POST', `/v1/tenants/${owner}/identities`, { body }));
      return { id: made.id, tenantId: owner, address: made.primary_address };
    },
    send: (from, body, options) => post(`${base(from)}/messages`, body, options),
    reply: (mailbox, messageId, body, options) =>
      post(`${base(mailbox)}/messages/${messageId}/reply`, body, options),
    handOver: (to, raw, from) => handOver(to, raw.replace(/\r?\n/g, '\r\n'), from),
    handOverBytes: (to, raw, from) => handOver(to, Buffer.from(raw), from),
    async arrived(mailbox, subject) {
      const find = async (): Promise<Json | undefined> => {
        const { body } = await product.call('GET', `${base(mailbox)}/threads?limit=100`);
        return body.data.find((thread: Json) => thread.subject === subject);
      };
      const thread = await product.eventually(find, (found) => found !== undefined);
      const { body } = await product.call('GET', `${base(mailbox)}/threads/${thread!.id}`);
      return body.messages[0];
    },
    async thread(mailbox, threadId, messages) {
      const read = () => product.call('GET', `${base(mailbox)}/threads/${threadId}`);
      const { body } = await product.eventually(read, (answer) => answer.body.messages?.length === messages);
      return body;
    },
    message: (mailbox, messageId, query = '') =>
      product.call('GET', `${base(mailbox)}/messages/${messageId}${query}`),
    raw: async (mailbox, messageId) =>
      (await product.call('GET', `${base(mailbox)}/messages/${messageId}/raw`)).body.text,
    close: async () => {
      await product.close();
      await dns.close();
    },
  };
}

function created(answer: ApiAnswer): Json {
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** One header field's unfolded value, or null. */
export function headerOf(raw: string, name: string): string | null {
  const head = raw.split('\r\n\r\n', 1)[0]!.replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? null;
}

/** A plain message from a stranger. */
export const mailTo = (address: string, subject: string, fields: Record<string, string> = {}): string => {
  const header = {
    From: 'Grace <grace@sender.example>',
    To: address,
    Subject: subject,
    'Message-ID': `<${subject.replace(/\W+/g, '-')}@sender.example>`,
    Date: 'Fri, 20 Nov 2026 10:00:00 +0000',
    ...fields,
  };
  const lines = Object.entries(header).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\nText of ${subject}.\n`;
};

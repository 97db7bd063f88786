import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { insertKey } from '#testing/world.ts';

// mail_wait over the protocol: it streams, and it ends when the client disconnects (spec 4.14; 4.7).

let product: MailProduct;
let mailbox: Mailbox;
let key: string;

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
  const owner = { partnerId: null, tenantId: mailbox.tenantId, identityId: mailbox.id };
  key = (await insertKey(product.services.db, { level: 'identity', owner })).secret;
});
afterAll(() => product?.close());

function post(message: object, signal?: AbortSignal): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(message), ...(signal && { signal }) };
  return product.fetch(new Request('http://localhost:3000/mcp', init));
}

const wait = (id: number, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'mail_wait', arguments: { timeout: 60, ...args } },
});
const cancel = (requestId: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

describe('a call of mail_wait', () => {
  it('streams its answer when the message comes', async () => {
    const since = new Date().toISOString();
    const response = await post(wait(1, { subject_contains: 'Streamed', since }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await product.handOver(mailbox.address, mailTo(mailbox.address, 'Streamed'));
    const text = await response.text();
    const { result } = JSON.parse(/^data: (.+)$/m.exec(text)![1]!);
    expect(result.structuredContent).toMatchObject({ timed_out: false, message: { subject: 'Streamed' } });
  });

  it('ends without an answer when it is cancelled', async () => {
    const response = await post(wait(2, { subject_contains: 'never' }));
    expect((await post(cancel(2))).status).toBe(202);
    expect(await response.text()).not.toContain('data: {');
  });

  it('goes on when two calls have the id that is cancelled', async () => {
    const leaving = new AbortController();
    const both = [await post(wait(3, { timeout: 1 })), await post(wait(3, { timeout: 1 }), leaving.signal)];
    await post(cancel(3));
    for (const response of both) expect(await response.text()).toContain('"timed_out":true');
  });

  it('ends when the client goes away', async () => {
    const leaving = new AbortController();
    const response = await post(wait(4, { subject_contains: 'never' }), leaving.signal);
    leaving.abort();
    expect(await response.text().catch(() => '')).not.toContain('data: {');
  });
});

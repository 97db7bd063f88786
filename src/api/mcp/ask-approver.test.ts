import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Approvals at the client (revision 2026-07-28): the official client opens the console, where a person decides.

let product: MailProduct;
let box: Mailbox;
let agent: string;
let approver: string;

const keyOf = async (level: 'identity' | 'tenant', permissions: string[]) => {
  const scope = level === 'tenant' ? { tenant_id: box.tenantId } : { identity_id: box.id };
  const { body } = await product.call('POST', '/v1/keys', {
    body: { name: 'k', level, permissions, ...scope },
  });
  return body.secret as string;
};

beforeAll(async () => {
  product = await openMailProduct();
  box = await product.mailbox({ tenant: { policy: { sending: { approval: 'always' } } } });
  agent = await keyOf('identity', ['messages:send', 'messages:read']);
  approver = await keyOf('tenant', ['sends:approve', 'messages:read']);
});
afterAll(() => product?.close());

type Asked = { message: string; url: string; mode: string };

/** A client whose user does this when it is asked to open a URL; null for a client that cannot open URLs. */
async function connect(answer: ((asked: Asked) => Promise<'accept' | 'decline'>) | null) {
  const options = {
    requestInit: { headers: { authorization: `Bearer ${agent}` } },
    fetch: (input: string | URL, init?: RequestInit) => product.fetch(new Request(input, init)),
  };
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: answer ? { elicitation: { url: {} } } : {},
    },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: await answer(params as unknown as Asked),
    }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), options as never),
  );
  const send = (subject: string) =>
    client.callTool({
      name: 'mail_send',
      arguments: { to: ['ada@outside.example'], subject, text: 'Hello.' },
    });
  return { send, close: () => client.close() };
}

type Sent = { id: string; status: string; approval: { id: string; status: string } };
const pending = async () =>
  (await product.call('GET', `/v1/tenants/${box.tenantId}/approvals?status=pending`, { key: approver })).body
    .data;
const sentBy = async (subject: string) => {
  const { body } = await product.call('GET', `/v1/identities/${box.id}/messages?view=summary&limit=100`);
  return body.data.filter((each: { subject: string }) => each.subject === subject);
};

it('the client opens the console, and gets what was decided; nothing is sent twice', async () => {
  const asked: Asked[] = [];
  const client = await connect(async (question) => {
    asked.push(question);
    const [approval] = await pending();
    await product.call('POST', `/v1/approvals/${approval.id}/approve`, { key: approver, body: {} });
    return 'accept';
  });
  const result = (await client.send('Approved at the client')).structuredContent as Sent;
  expect(asked).toMatchObject([{ mode: 'url', url: expect.stringContaining('/console/approvals') }]);
  expect(result.approval.status).toBe('approved');
  expect(result.status).not.toBe('awaiting_approval');
  expect(await sentBy('Approved at the client')).toMatchObject([{ id: result.id }]);
  await client.close();
});

it('a person who declines leaves the message waiting', async () => {
  const client = await connect(async () => 'decline');
  const result = (await client.send('Declined at the client')).structuredContent as Sent;
  expect(result).toMatchObject({ status: 'awaiting_approval', approval: { status: 'pending' } });
  expect(await sentBy('Declined at the client')).toHaveLength(1);
  await client.close();
});

it('a client that cannot open URLs is told in words', async () => {
  const client = await connect(null);
  const result = await client.send('Told in words');
  expect(result.structuredContent).toMatchObject({ status: 'awaiting_approval' });
  expect(JSON.stringify(result.content)).toContain('a person has to approve it first');
  await client.close();
});

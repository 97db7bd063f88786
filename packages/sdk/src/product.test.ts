import { generateText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOperations } from '../../../src/api/open-registry.ts';
import { storeMail } from '../../../src/testing/mail.ts';
import { type Mailbox as Box, mailTo } from '../../../src/testing/mailboxes.ts';
import { type ServedProduct, serveProduct } from '../../../src/testing/served.ts';
import { startWebhookReceiver } from '../../../src/testing/webhook-receiver.ts';
import {
  attachment,
  filenameOf,
  forAiSdk,
  forAnthropic,
  forLangChain,
  forOpenAi,
  type Mailbox,
  mailTools,
  NotFoundError,
  Proofmail,
  runTool,
  verifyAssertion,
  verifyWebhook,
} from './index.ts';

// The client against the running product, over HTTP.

let product: ServedProduct;
let owner: Proofmail;
let box: Box;
let mailbox: Mailbox;
let agent: Proofmail;

beforeAll(async () => {
  product = await serveProduct({ PM_INSECURE_TARGETS: 'on' });
  owner = new Proofmail({ baseUrl: product.url, apiKey: product.platformKey });
  box = await product.mailbox();
  agent = new Proofmail({ baseUrl: product.url, apiKey: await product.keyOf(box) });
  mailbox = await agent.mailbox();
});

afterAll(() => product.close());

it('reads the first mail and answers it', async () => {
  await product.handOver(box.address, mailTo(box.address, 'A question'));
  const [url, key] = [product.url, await product.keyOf(box)];
  // From here on, the example of the README.
  const client = new Proofmail({ baseUrl: url, apiKey: key });
  const inbox = await client.mailbox();
  const message = await inbox.waitFor({ since: '2026-01-01T00:00:00Z' });
  const answer = await inbox.reply(message!, { text: 'Yes, loud and clear.' });
  expect(answer.thread_id).toBe(message!.thread_id);
});

it('finds the mailbox of a key, and others by id and address', async () => {
  expect(mailbox.id).toBe(box.id);
  expect((await owner.mailbox(box.address)).id).toBe(box.id);
  expect((await owner.mailbox(box.id)).address).toBe(box.address);
  const other = await product.mailbox();
  await expect(agent.mailbox(other.id)).rejects.toBeInstanceOf(NotFoundError);
});

it('goes through every page', async () => {
  const many = await product.mailbox();
  for (let index = 0; index < 7; index += 1)
    await storeMail(product.services, { ...many, tenant_id: many.tenantId, primary_address: many.address });
  const list = owner.messages.list(many.id, { limit: 3 });
  expect((await list).data).toHaveLength(3);
  const ids = [];
  for await (const { id } of list) ids.push(id);
  expect(new Set(ids).size).toBe(7);
  expect(await owner.messages.list(many.id, { limit: 3 }).take(5)).toHaveLength(5);
});

it('sends once, however often the same key is used', async () => {
  const options = { idempotencyKey: 'once' };
  const body = { to: ['success@simulator.mail.localhost'], subject: 'Once', text: 'Hello' };
  const [first, second] = [await mailbox.send(body, options), await mailbox.send(body, options)];
  expect(second.id).toBe(first.id);
});

it('waits for mail that comes later', async () => {
  const waiting = mailbox.waitFor({ subject_contains: 'Later', timeout: 90 });
  const none = await mailbox.waitFor({ subject_contains: 'Never', timeout: 0 });
  expect(none).toBeNull();
  await product.handOver(box.address, mailTo(box.address, 'Later'));
  expect(await waiting).toMatchObject({ subject: 'Later' });
});

it('waits for a code of a sender that is proven', async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  await storeMail(
    product.services,
    { ...box, tenant_id: box.tenantId, primary_address: box.address },
    {
      verification: { code: '481920', link: null, domain: 'sender.example' } as never,
      subject: 'Your code',
    },
  );
  expect(await mailbox.waitForCode({ from: '@sender.example', since, timeout: 30 })).toBe('481920');
});

it('sends and fetches files', async () => {
  const file = await attachment('notes ü.txt', 'Ünïcode\n', 'text/plain');
  const sent = await mailbox.send({ to: [box.address], subject: 'File', text: 'Here', attachments: [file] });
  const message = await mailbox.waitFor({ subject_contains: 'File', since: '2026-01-01T00:00:00Z' });
  expect(sent.attachments).toHaveLength(1);
  const response = await mailbox.download(message!, message!.attachments[0]!.id);
  expect(await response.text()).toBe('Ünïcode\n');
  expect(filenameOf(response)).toBe('notes ü.txt');
});

it('searches, and answers a question at once and as a stream', async () => {
  await product.arrived(box, 'A question');
  await expect
    .poll(async () => (await mailbox.search('question')).hits.map(({ subject }) => subject), {
      timeout: 40_000,
    })
    .toContain('A question');
  expect((await mailbox.ask('Who asked a question?')).evidence).toBeDefined();
  const names = [];
  for await (const { event } of mailbox.askStream('Who asked a question?')) names.push(event);
  expect(names).toContain('step');
  expect(names.at(-1)).toBe('done');
});

it('follows events', async () => {
  const leaving = new AbortController();
  const after = new Date(Date.now() - 1000).toISOString();
  const events = owner.tail({ identity: box.id }, { signal: leaving.signal, after });
  await product.handOver(box.address, mailTo(box.address, 'For the feed'));
  for await (const event of events) {
    const { message } = event.data as { message?: { subject?: string } };
    if (event.type === 'message.received' && message?.subject === 'For the feed') leaving.abort();
  }
  expect(leaving.signal.aborted).toBe(true);
});

it('verifies what the product posts, and nothing else', async () => {
  const receiver = await startWebhookReceiver();
  const endpoint = await owner.webhooks.createForTenant(box.tenantId, {
    url: receiver.url,
    events: ['message.received'],
  } as never);
  await owner.webhooks.test(endpoint.id);
  await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBeGreaterThan(0);
  const { body, headers } = receiver.received[0]!;
  expect(await verifyWebhook(body, headers, endpoint.secret)).toMatchObject({ type: 'webhook.test' });
  expect(await verifyWebhook(body, headers, ['whsec_b3RoZXI=', endpoint.secret])).toBeDefined();
  const wrong = [
    [`${body} `, headers, endpoint.secret],
    [body, headers, 'whsec_b3RoZXI='],
    [body, { ...headers, 'webhook-id': 'evt_other' }, endpoint.secret],
    [body, { ...headers, 'webhook-timestamp': '1' }, endpoint.secret],
    [body, {}, endpoint.secret],
  ] as const;
  for (const [text, head, secret] of wrong) await expect(verifyWebhook(text, head, secret)).rejects.toThrow();
  await receiver.close();
});

it('verifies an assertion of the product', async () => {
  const signer = await product.keyOf(box, ['identities:sign', 'identities:read']);
  const client = new Proofmail({ baseUrl: product.url, apiKey: signer });
  const { assertion } = await client.signing.assert(box.id, { audience: 'shop.example', nonce: 'n1' });
  const expected = { audience: 'shop.example', issuers: [product.url], nonce: 'n1' };
  expect(await verifyAssertion(assertion, expected)).toMatchObject({ sub: box.id, email: box.address });
  const [head, claims, signature] = assertion.split('.');
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), name: 'X' }),
  );
  const wrong: [string, object][] = [
    [assertion, { audience: 'other.example' }],
    [assertion, { issuers: ['https://evil.example'] }],
    [assertion, { nonce: 'n2' }],
    [assertion, { now: new Date(Date.now() + 3_600_000) }],
    [assertion, { now: new Date(Date.now() - 3_600_000) }],
    [`${head}.${other.toString('base64url')}.${signature}`, {}],
    ['nonsense', {}],
  ];
  for (const [token, change] of wrong)
    await expect(verifyAssertion(token, { ...expected, ...change })).rejects.toThrow();
});

describe('tools', () => {
  const conversation = async (): Promise<string> => (await mailbox.threads().take(1))[0]!.id;

  it('each work on the mailbox', async () => {
    const tools = mailTools(mailbox);
    const [message] = await mailbox.messages({ direction: 'inbound' }).take(1);
    const calls: Record<string, object> = {
      list_mail: {},
      read_conversation: { thread_id: await conversation() },
      search_mail: { query: 'question' },
      ask_mailbox: { question: 'Who asked?' },
      wait_for_mail: { timeout: 1 },
      get_code: { from: '@sender.example', timeout: 1 },
      send_mail: { to: ['success@simulator.mail.localhost'], subject: 'Hi', text: 'Hello' },
      reply_to_mail: { message_id: message!.id, text: 'Thanks' },
    };
    expect(Object.keys(calls).sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const [name, input] of Object.entries(calls))
      expect([name, JSON.parse(await runTool(tools, name, JSON.stringify(input)))]).not.toMatchObject([
        name,
        { error: {} },
      ]);
  });

  it('tell a model what was wrong', async () => {
    const tools = mailTools(mailbox);
    const answer = await runTool(tools, 'send_mail', { to: ['nobody'], subject: 'Hi', text: 'x' });
    expect(JSON.parse(answer).error).toMatchObject({ code: 'address_invalid', fix: expect.any(String) });
    expect(JSON.parse(await runTool(tools, 'erase_all', {})).error.message).toContain('erase_all');
  });

  it('have the forms of the libraries', () => {
    const readers = mailTools(mailbox, { readOnly: true });
    expect(readers.map(({ name }) => name)).not.toContain('send_mail');
    const [tool] = mailTools(mailbox, { only: ['send_mail'] });
    const schema = tool!.parameters;
    const named = { name: 'send_mail', description: tool!.description };
    expect(forOpenAi([tool!])).toEqual([{ type: 'function', ...named, parameters: schema, strict: false }]);
    expect(forOpenAi([tool!], 'chat')[0]).toMatchObject({ type: 'function', function: named });
    expect(forAnthropic([tool!])).toEqual([{ ...named, input_schema: schema }]);
    expect(forLangChain([tool!])[0]![1]).toEqual({ ...named, schema });
  });

  it('are run by the AI SDK', async () => {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const model = new MockLanguageModelV3({
      doGenerate: (async () => ({
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'list_mail', input: '{"limit":1}' }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      })) as never,
    });
    const result = await generateText({
      model,
      prompt: 'Look',
      tools: forAiSdk(mailTools(mailbox)),
    });
    expect(result.toolResults[0]).toMatchObject({
      toolName: 'list_mail',
      output: [{ id: expect.any(String) }],
    });
    expect(JSON.stringify(model.doGenerateCalls[0]!.tools)).toContain('"additionalProperties":false');
  });
});

it('answers open operations without a key', async () => {
  const stranger = new Proofmail({ baseUrl: product.url, apiKey: null });
  expect(await stranger.deployment.health()).toMatchObject({ status: 'ok' });
  expect(openOperations.length).toBeGreaterThan(5);
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailTo } from '../src/testing/mailboxes.ts';
import { type ServedProduct, serveProduct } from '../src/testing/served.ts';
import {
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../src/testing/webhook-receiver.ts';

// Services that connect programs, without them. The workflow of docs/connect/n8n-workflow.json: what our webhook posts goes
// through the code of its node, and its request, with the expressions filled in, goes to the product. Then the request that
// Zapier and the like make.

const folder = resolve(import.meta.dirname, '../docs/connect');
const page = readFileSync(resolve(folder, 'n8n.md'), 'utf8');
const workflow = JSON.parse(readFileSync(resolve(folder, 'n8n-workflow.json'), 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: parameters of nodes, as n8n keeps them
type Node = { name: string; type: string; parameters: any };
const nodes = new Map<string, Node>(workflow.nodes.map((node: Node) => [node.type.split('.')[1], node]));
const [webhook, code, request] = ['webhook', 'code', 'httpRequest'].map(
  (type) => nodes.get(type)!.parameters,
);

let product: ServedProduct;
let receiver: WebhookReceiver;

beforeAll(async () => {
  product = await serveProduct({ PM_INSECURE_TARGETS: 'on' });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await product?.close();
  await receiver?.close();
});

type Item = { json: Record<string, unknown> };
type Run = (
  this: object,
  scope: { $input: object; require: NodeJS.Require; Buffer: typeof Buffer },
) => Promise<Item[]>;

/** A Code node: `$input`, `require` and `this.helpers`, and an async function around its text. */
function runCode(text: string, { headers, body }: Pick<Received, 'headers' | 'body'>): Promise<Item[]> {
  const run = new Function(
    '{ $input, require, Buffer }',
    `return (async () => { ${text} }).call(this)`,
  ) as Run;
  const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) };
  const $input = { all: () => [{ json: { headers }, binary: { data: {} } }] };
  return run.call({ helpers }, { $input, require: createRequire(import.meta.url), Buffer });
}

/** A field that begins with `=` has expressions between braces; one that is nothing else keeps its type. */
function filled(field: string, $json: object): string {
  if (!field.startsWith('=')) return field;
  const value = (expression: string): string =>
    String(new Function('$json', `return (${expression});`)($json));
  return field.slice(1).replace(/\{\{(.*?)\}\}/gs, (_, expression: string) => value(expression));
}

it('is the workflow that the page describes, and its nodes are connected', () => {
  expect(page).toContain(code.jsCode);
  expect(webhook).toMatchObject({ httpMethod: 'POST', options: { rawBody: true } });
  for (const field of [request.url, (request as Fields).headerParameters.parameters[0]!.value])
    expect(page).toContain((field as string).slice(1));
  const names = workflow.nodes.map(({ name }: Node) => name);
  const path = ['Mail arrived', 'Check the signature', 'Answer'];
  expect(names).toEqual(path);
  expect(
    path
      .slice(0, -1)
      .map((name) => workflow.connections[name].main[0].map((to: { node: string }) => to.node)),
  ).toEqual(path.slice(1).map((name) => [name]));
});

type Fields = {
  method: string;
  url: string;
  jsonBody: string;
  headerParameters: { parameters: { name: string; value: string }[] };
};

it('answers a mail that our webhook tells of, once, and refuses what we did not sign', async () => {
  const box = await product.mailbox();
  const endpoint = await product.call('POST', `/v1/tenants/${box.tenantId}/webhooks`, {
    body: { url: receiver.url, events: ['message.received'] },
  });
  expect(endpoint.status).toBe(201);
  await product.handOver(box.address, mailTo(box.address, 'For "n8n"'));
  await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBeGreaterThan(0);
  const posted = receiver.received[0]!;
  const text = code.jsCode.replace('whsec_…', endpoint.body.secret);
  const [item] = await runCode(text, posted);
  await expect(runCode(text, { ...posted, body: `${posted.body} ` })).rejects.toThrow('Not from Proofmail');
  await expect(
    runCode(text, { ...posted, headers: { ...posted.headers, 'webhook-timestamp': '1' } }),
  ).rejects.toThrow('Not from Proofmail');

  const key = await product.keyOf(box);
  const { method, url, jsonBody, headerParameters } = request as Fields;
  const send = async () => {
    const named = headerParameters.parameters.map(({ name, value }) => [name, filled(value, item!.json)]);
    const answer = await fetch(filled(url, item!.json).replace('https://mail.example.com', product.url), {
      method,
      headers: {
        ...Object.fromEntries(named),
        'Content-Type': 'application/json',
        Authorization: `Bearer ${key}`,
      },
      body: filled(jsonBody, item!.json),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { id: string; text: string; subject: string },
    };
  };
  const answered = await send();
  expect([answered.status, answered.body]).toMatchObject([202, { subject: 'Re: For "n8n"' }]);
  expect((await product.message(box, answered.body.id, '?include=quoted')).body.text).toContain(
    'Thank you for "For "n8n"".',
  );
  expect((await send()).body.id).toBe(answered.body.id);
});

it('the request of zapier.md sends, and a repeated step does not send twice', async () => {
  const zapier = readFileSync(resolve(folder, 'zapier.md'), 'utf8');
  const field = (name: string): string =>
    new RegExp(`^\\| ${name} +\\| (.+?) +\\|$`, 'm').exec(zapier)![1]!.replaceAll('`', '');
  const box = await product.mailbox();
  const key = await product.keyOf(box);
  const headers = Object.fromEntries(
    field('Headers')
      .replace('pmk_live_…', key)
      .replace('<run id>', 'run-7')
      .split(', ')
      .map((header) => header.split(': ')),
  );
  const url = field('URL').replace('https://mail.example.com', product.url).replace('idn_…', box.id);
  const send = async () => {
    const answer = await fetch(url, { method: field('Method'), headers, body: field('Body') });
    return { status: answer.status, body: (await answer.json()) as { id: string; subject: string } };
  };
  const first = await send();
  expect([first.status, first.body.subject]).toEqual([202, 'Hello']);
  expect((await send()).body.id).toBe(first.body.id);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAnsweredByApi } from '#api/rest/api-paths.ts';
import { mailTo } from '#testing/mailboxes.ts';
import { type ServedProduct, serveProduct } from '#testing/served.ts';
import { referenceAnswer } from './reference.ts';

// The text for models: each of its ten calls is run unchanged, with curl.

const run = promisify(execFile);
let product: ServedProduct;

beforeAll(async () => {
  product = await serveProduct();
});
afterAll(() => product.close());

const served = async (path: string) => {
  const { status, headers, body } = referenceAnswer(path, product.services.config)!;
  return { status, type: headers['Content-Type'], text: String(body) };
};

it('shows ten calls that work', async () => {
  const { status, type, text } = await served('/llms.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  const calls = [...text.matchAll(/^```sh\n(.*?)\n```$/gms)].map((found) => found[1]!);
  expect(calls).toHaveLength(10);
  const box = await product.mailbox();
  await product.handOver(box.address, mailTo(box.address, 'A question'));
  const message = await product.arrived(box, 'A question');
  const env = {
    ...process.env,
    KEY: product.platformKey,
    TENANT: box.tenantId,
    IDENTITY: box.id,
    THREAD: message.thread_id,
    MESSAGE: message.id,
    SINCE: new Date(Date.now() - 60_000).toISOString(),
  };
  for (const call of calls) {
    // --max-time ends the stream of events, for which curl exits with 28.
    const script = call.includes('--max-time')
      ? `${call.replace('--max-time 10', '--max-time 1')} || [ $? = 28 ]`
      : call;
    const { stdout } = await run('bash', ['-c', script], { env });
    expect([call, stdout]).toEqual([call, expect.stringMatching(/^(\{(?!"error")|retry: \d+\n: connected)/)]);
  }
});

it('serves the skill, which names operations and methods that are there', async () => {
  const { status, type, text } = await served('/skill.md');
  expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(text).toMatch(/^---\nname: proofmail\ndescription: .+\n---\n/);
  const document = (await product.call('GET', '/openapi.json')).body;
  const named = [...text.matchAll(/`(GET|POST) (\/v1\/[^`]*)`/g)];
  expect(named).toHaveLength(10);
  for (const [, method, path] of named)
    expect([path, document.paths[path!]?.[method!.toLowerCase()]]).toEqual([path, expect.any(Object)]);
});

it('is the console’s, not the API’s', () => {
  for (const path of ['/llms.txt', '/skill.md']) expect(isAnsweredByApi(path)).toBe(false);
});

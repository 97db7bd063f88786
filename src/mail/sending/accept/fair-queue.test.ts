import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobs } from '#api/job-registry.ts';
import { startEngine } from '#jobs/index.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// A tenant's long queue delays its own sends, not those of its neighbours (issue 23, point 7).

let product: MailProduct;
let crowd: Mailbox[];
let neighbour: Mailbox;
const order: string[] = [];
const MANY = 150;

beforeAll(async () => {
  product = await openMailProduct();
  const first = await product.mailbox();
  // Each identity has its own rate limit.
  const others = Array.from({ length: 4 }, () => product.mailbox({ tenantId: first.tenantId }));
  crowd = [first, ...(await Promise.all(others))];
  neighbour = await product.mailbox();
  const { basicTransport } = product.services;
  const { submit } = basicTransport;
  Object.assign(basicTransport, {
    submit: (...args: Parameters<typeof submit>) => {
      order.push(args[0].to[0]!);
      return submit(...args);
    },
  });
});
afterAll(() => product.close());

it('sends a neighbour’s message before most of a crowd that came first', { timeout: 120_000 }, async () => {
  await product.stopWorker();
  const message = (to: string) => ({ to: [to], subject: 'x', text: 'x' });
  for (let n = 0; n < MANY; n += 1)
    expect((await product.send(crowd[n % crowd.length]!, message('crowd@elsewhere.example'))).status).toBe(
      202,
    );
  expect((await product.send(neighbour, message('neighbour@elsewhere.example'))).status).toBe(202);
  const engine = await startEngine(product.services, jobs);
  await product.eventually(
    async () => order.length,
    (sent) => sent === MANY + 1,
  );
  await engine.close();
  // It may have to wait for the jobs of one fetch, but not for the whole queue.
  expect(order.indexOf('neighbour@elsewhere.example')).toBeLessThan(MANY / 2);
});

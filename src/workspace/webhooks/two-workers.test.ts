import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NewEvent, recordEvents } from '#events/index.ts';
import { sql } from '#kernel/data/database.ts';
import { identityResumed } from '#mailbox/identities/events.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventually } from '#testing/product.ts';
import { type Program, startProgram } from '#testing/program.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

// Two processes deliver from one database. Each delivery is posted by only one of them, and the deliveries of a killed
// process are posted when its lease ends.

const EVENTS = 300;
const PATHS = ['/a', '/b', '/c'];

let api: TestApi;
let receiver: WebhookReceiver;
let workers: Program[];

beforeAll(async () => {
  api = await openTestApi({ PM_INSECURE_TARGETS: 'on' });
  receiver = await startWebhookReceiver();
  const env = {
    DATABASE_URL: api.services.db.pool.options.connectionString,
    PM_DATA_DIR: api.services.config.dataDir,
    PM_ROLES: 'worker',
    PM_INSECURE_TARGETS: 'on',
  };
  workers = await Promise.all([startProgram(env), startProgram(env)]);
});
afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await receiver?.close();
  await api?.close();
});

it('each delivery is posted once, and all of them although one worker is killed', async () => {
  const body = { slug: 'two', name: 'Two', mode: 'live' };
  const tenant_id: string = (await api.call('POST', '/v1/tenants', { body })).body.id;
  const path = `/v1/tenants/${tenant_id}`;
  const identity_id: string = (await api.call('POST', `${path}/identities`, { body: { username: 'bot' } }))
    .body.id;
  for (const hook of PATHS) {
    const endpoint = { url: receiver.url + hook, events: ['identity.resumed'] };
    const created = await api.call('POST', `${path}/webhooks`, { body: endpoint });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
  }
  const event: NewEvent = identityResumed({ tenant_id, identity_id, data: { identity_id } });
  const record = () =>
    api.services.db.transaction((tx) => recordEvents(tx, api.services, Array(EVENTS).fill(event)));
  const posts = () => receiver.received.map((post) => `${post.path} ${post.headers['webhook-id']}`);
  const wanted = (ids: readonly string[]) =>
    PATHS.flatMap((hook) => ids.map((id) => `${hook} ${id}`)).toSorted();

  const first = await record();
  await eventually(
    async () => receiver.received.length,
    (count) => count >= EVENTS * PATHS.length,
  );
  expect(posts().toSorted()).toEqual(wanted(first));

  receiver.answer((_, response) => void setTimeout(() => response.writeHead(200).end(), 100));
  receiver.received.length = 0;
  const second = await record();
  await eventually(
    async () => receiver.received.length,
    (count) => count >= 50,
  );
  await workers.pop()!.kill();
  await api.services.db.run(sql`update webhook_deliveries set leased_until = now() where queue is not null`);
  await eventually(
    async () => new Set(posts()).size,
    (count) => count === EVENTS * PATHS.length,
  );
  expect([...new Set(posts())].toSorted()).toEqual(wanted(second));
});

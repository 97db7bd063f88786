import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#api/rest/handler.ts';
import { nodeListener } from '#api/rest/node.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { identityPaused, identityResumed } from '#mailbox/identities/events.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { eventually } from '#testing/product.ts';
import { webhookDisabled } from '#workspace/webhooks/events.ts';
import { streamEvents } from './feed-stream.ts';
import { type NewEvent, recordEvents } from './index.ts';
import { tailOf } from './tail.ts';

// Clients without a public URL read events as pages or follow them as a stream.

let api: TestApi;
let url: string;
const server = createServer();
let tenant: { id: string };
let identity: { id: string };

beforeAll(async () => {
  api = await openTestApi();
  server.on('request', nodeListener(createApi(api.services)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api?.close();
});

let count = 0;
beforeEach(async () => {
  count += 1;
  const created = await api.call('POST', '/v1/tenants', {
    body: { slug: `feed${count}`, name: 'F', mode: 'live' },
  });
  tenant = created.body as { id: string };
  const path = `/v1/tenants/${tenant.id}/identities`;
  identity = (await api.call('POST', path, { body: { username: 'bot' } })).body as { id: string };
});

const resumed = (identity_id = identity.id): NewEvent =>
  identityResumed({ tenant_id: tenant.id, identity_id, data: { identity_id } });
const record = (...events: NewEvent[]): Promise<string[]> =>
  api.services.db.transaction((tx) => recordEvents(tx, api.services, events));
const list = async (query = '', of = `tenants/${tenant.id}`) => {
  const answer = await api.call('GET', `/v1/${of}/events${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as {
    data: { id: string; type: string; occurred_at: string }[];
    next_cursor: string | null;
  };
};

/** Opens a stream and collects its frames as they arrive. */
async function follow(headers: Record<string, string> = {}, path = `/v1/tenants/${tenant.id}/events`) {
  const leaving = new AbortController();
  const answer = await fetch(url + path, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${api.platformKey}`, ...headers },
    signal: leaving.signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const ids = () => [...text.matchAll(/^id: (\S+)$/gm)].map((found) => found[1]!);
  return {
    answer,
    text: () => text,
    /** Reads until this many events have arrived. @returns their ids */
    async until(events: number): Promise<string[]> {
      while (ids().length < events) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended after: ${text}`);
        text += value;
      }
      return ids();
    },
    async reads(comment: string): Promise<void> {
      while (!text.includes(comment)) text += (await reader.read()).value ?? '';
    },
    connected(): Promise<void> {
      return this.reads(': connected');
    },
    leave: () => leaving.abort(),
  };
}

describe('pull', () => {
  it('lists envelopes newest first, by pages', async () => {
    const ids = await record(resumed(), resumed(), resumed());
    const first = await list('?limit=2');
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.data[0]).toEqual({
      id: ids[2],
      type: 'identity.resumed',
      api_version: '2026-10-01',
      occurred_at: expect.any(String),
      tenant_id: tenant.id,
      identity_id: identity.id,
      sequence: 4,
      data: { identity_id: identity.id },
    });
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect(second.data.map(({ type }) => type)).toEqual(['identity.resumed', 'identity.created']);
    expect(second.next_cursor).toBeNull();
  });

  it('filters by type and time, and by identity', async () => {
    const other = newId('identity');
    const [first, foreign] = await record(resumed(), resumed(other));
    expect((await list('?types=identity.created')).data).toHaveLength(1);
    expect((await list('?types=identity.created&types=identity.resumed')).data).toHaveLength(3);
    const ofIdentity = await list('', `identities/${identity.id}`);
    expect(ofIdentity.data.map(({ id }) => id)).toContain(first);
    expect(ofIdentity.data.map(({ id }) => id)).not.toContain(foreign);
    const { occurred_at } = (await list()).data[0]!;
    expect((await list(`?after=${occurred_at}`)).data).toEqual([]);
    expect((await list(`?before=${occurred_at}&types=identity.resumed`)).data).toEqual([]);
    const wrong = await api.call('GET', `/v1/tenants/${tenant.id}/events?types=no.such`);
    expect(wrong.status).toBe(400);
  });

  it('hides what tenants never see (6.3)', async () => {
    await record(webhookDisabled({ tenant_id: tenant.id, data: { webhook_id: 'w', reason: 'gone' } }));
    expect((await list()).data.map(({ type }) => type)).toEqual(['identity.created']);
  });
});

describe('stream', () => {
  it('sends what happens from now on, as server-sent events', async () => {
    const stream = await follow();
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream');
    await stream.connected();
    const [id] = await record(resumed());
    expect(await stream.until(1)).toEqual([id]);
    const data = /^data: (.*)$/m.exec(stream.text())![1]!;
    expect(stream.text()).toContain('event: identity.resumed\n');
    expect(JSON.parse(data)).toEqual((await list('?limit=1')).data[0]);
    stream.leave();
  });

  it('shows that it lives while nothing happens, and lets go of a client that leaves', async () => {
    const stream = await follow();
    await stream.connected();
    const before = tailOf(api.services).size;
    await stream.reads(': keep-alive\n\n');
    const [id] = await record(resumed());
    expect(await stream.until(1)).toEqual([id]);
    stream.leave();
    await eventually(
      async () => tailOf(api.services).size,
      (size) => size === before - 1,
    );
  });

  it('lets go of a client that leaves without having read', async () => {
    const { size } = tailOf(api.services);
    const scope = { tenantId: tenant.id, identityId: null };
    const stream = streamEvents(api.services, scope, {}, null);
    await eventually(
      async () => tailOf(api.services).size,
      (now) => now === size + 1,
    );
    await record(resumed());
    await stream.cancel();
    expect(tailOf(api.services).size).toBe(size);
  });

  it('resumes after Last-Event-ID without a gap and without repeating', async () => {
    const before = await record(...Array.from({ length: 150 }, () => resumed()));
    const stream = await follow({ 'last-event-id': before[9]! });
    expect(await stream.until(140)).toEqual(before.slice(10));
    const later = await record(resumed());
    expect((await stream.until(141)).at(-1)).toBe(later[0]);
    stream.leave();
    const another = await follow({ 'last-event-id': newId('event') });
    expect((await another.until(152)).slice(1)).toEqual([...before, ...later]);
    another.leave();
  });

  it('misses nothing of transactions that commit in another order than they began', async () => {
    const stream = await follow();
    await stream.connected();
    const release = Promise.withResolvers<void>();
    const slow = api.services.db.transaction(async (tx) => {
      const ids = await recordEvents(tx, api.services, [resumed(newId('identity'))]);
      await release.promise;
      return ids;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const fast = await record(resumed());
    release.resolve();
    expect(await stream.until(2)).toEqual([...(await slow), ...fast]);
    stream.leave();
  });

  it('shows one identity, one tenant, and the types asked for', async () => {
    const other = newId('identity');
    const ofIdentity = await follow({}, `/v1/identities/${identity.id}/events?types=identity.resumed`);
    await ofIdentity.connected();
    const data = { identity_id: identity.id, reason: 'manual' as const, metrics: null };
    const paused: NewEvent = identityPaused({ tenant_id: tenant.id, identity_id: identity.id, data });
    const ids = await record(resumed(other), paused, resumed());
    expect(await ofIdentity.until(1)).toEqual([ids[2]]);
    ofIdentity.leave();
  });

  it('refuses what a stream cannot do, and keys out of reach', async () => {
    const wrong = await follow({}, `/v1/tenants/${tenant.id}/events?before=2026-01-01T00:00:00Z`);
    expect(wrong.answer.status).toBe(400);
    const missing = await follow({}, `/v1/tenants/${newId('tenant')}/events`);
    expect(missing.answer.status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeilisearchIndex } from '#adapters/search-index/meilisearch.ts';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import type { TestMeilisearch } from '#testing/meilisearch.ts';
import { openSearchProduct, type SearchProduct, underTest } from '#testing/search-engines.ts';

// Meilisearch as the engine (issue 7): the duties of an external engine. The tests of search run against it as
// `*.meilisearch.test.ts`.

underTest.engine = 'meilisearch';

describe('an index beside the database', () => {
  let product: SearchProduct;
  let server: TestMeilisearch;
  let mailbox: Mailbox;

  type Json = ApiAnswer['body'];
  const search = async (q: string, more: Json = {}): Promise<Json> =>
    (
      await product.call('POST', `/v1/identities/${mailbox.id}/search`, {
        body: { q, mode: 'keyword', ...more },
      })
    ).body;
  const subjects = async (q: string): Promise<string[]> =>
    (await search(q)).hits.map(({ subject }: Json) => subject).sort();
  const health = async (): Promise<string> =>
    (await product.call('GET', '/v1/platform/health')).body.components.find(
      ({ name }: Json) => name === 'meilisearch',
    ).status;
  const holds = async (id: string): Promise<boolean> => (await server.documents()).has(id);
  const receive = async (subject: string): Promise<string> => {
    await product.handOver(mailbox.address, mailTo(mailbox.address, subject));
    return (await product.arrived(mailbox, subject)).id;
  };
  /** The state ten seconds after a failure. */
  const forgiven = () =>
    product.eventually(
      async () => (await search('alpha')).degraded,
      (degraded) => degraded === false,
    );

  beforeAll(async () => {
    product = await openSearchProduct();
    server = product.meilisearch!;
    // The rate limit is not tested here.
    product.services.limiter.consume = async () => ({ allowed: true, resetSeconds: 60 });
    mailbox = await product.mailbox();
    for (const subject of ['Alpha', 'Beta', 'Gamma']) await receive(subject);
    await product.indexed();
  });
  afterAll(() => product.close());

  it('is one of its own, with its settings, and asked for one mailbox of one tenant', async () => {
    expect(await server.indexes()).toHaveLength(1);
    expect(await server.settings()).toMatchObject({ typoTolerance: { enabled: false } });
    expect(await subjects('alpha')).toEqual(['Alpha']);
    const { filter } = server.searches.at(-1)!;
    expect(filter).toContain(`tenant_id = "${mailbox.tenantId}"`);
    expect(filter).toContain(`identity_id = "${mailbox.id}"`);
    expect(filter).toContain('keys = "seen:all"');
  });

  it('shows nothing that it should not have any more: the database has the last word', async () => {
    const real = [...(await server.documents()).values()].find(({ subject }) => subject === 'alpha')!;
    await server.put({ ...real, id: 'msg_erased' });
    const moved = await receive('Hidden alpha');
    await product.indexed();
    const before = (await server.documents()).get(moved)!;
    await product.services.db.run(sql`update messages set status = 'hidden' where id = ${moved}`);
    await product.indexed();
    await server.put(before);
    expect(await subjects('alpha')).toEqual(['Alpha']);
    expect((await search('alpha')).facets.sender).toEqual([{ value: 'grace@sender.example', count: 1 }]);
    expect((await search('')).hits).toHaveLength(3);
  });

  it('without it Postgres answers and says so, and the index catches up', async () => {
    const first = await search('text', { limit: 1 });
    expect(await health()).toBe('ok');
    server.down = true;
    expect(await health()).toBe('down');
    const body = await search('alpha');
    expect(body).toMatchObject({ degraded: true, query: { mode: 'keyword' } });
    expect(body.hits).toHaveLength(1);
    const next = await product.call('POST', `/v1/identities/${mailbox.id}/search`, {
      body: { q: 'text', mode: 'keyword', limit: 1, cursor: first.next_cursor },
    });
    expect(next.body.error.code).toBe('cursor_expired');
    const late = await receive('Delta');
    await product.eventually(
      () => subjects('delta'),
      (found) => found.length === 1,
    );
    expect(await holds(late)).toBe(false);
    server.down = false;
    await product.indexed();
    expect(await holds(late)).toBe(true);
    await forgiven();
    server.delay = 5_000;
    expect(await search('delta')).toMatchObject({ degraded: true });
    server.delay = 0;
    await forgiven();
  });

  it('a page that only it can continue waits for it, where a first one would be Postgres', async () => {
    const first = await search('text', { limit: 1 });
    server.delay = 900;
    const second = await search('text', { limit: 1, cursor: first.next_cursor });
    server.delay = 0;
    expect(second.degraded).toBe(false);
    expect(second.hits[0].message_id).not.toBe(first.hits[0].message_id);
  });

  it('pages of a tenant never mix what two engines found', async () => {
    const path = `/v1/tenants/${mailbox.tenantId}/search`;
    const page = async (cursor?: string) =>
      (await product.call('POST', path, { body: { q: 'text', mode: 'keyword', limit: 1, cursor } })).body;
    const first = await page();
    expect(first).toMatchObject({ degraded: false, hits: [{}] });
    server.down = true;
    expect(await page(first.next_cursor)).toMatchObject({
      partial: true,
      hits: [],
      failed_identities: [mailbox.id],
    });
    server.down = false;
    const second = await page(first.next_cursor);
    expect(second).toMatchObject({ partial: false, degraded: false, hits: [{}] });
    expect(second.hits[0].message_id).not.toBe(first.hits[0].message_id);
  });

  it('an erasure is over when the index has confirmed it', async () => {
    const id = await receive('Secret epsilon');
    await product.indexed();
    expect(await holds(id)).toBe(true);
    server.busy = true;
    const { body } = await product.call('POST', '/v1/erasure-requests', {
      body: {
        tenant_id: mailbox.tenantId,
        scope: 'message',
        identity_id: mailbox.id,
        message_id: id,
        reason: 'x',
      },
    });
    const status = async () => (await product.call('GET', `/v1/erasure-requests/${body.id}`)).body;
    await product.eventually(
      () => subjects('epsilon'),
      (found) => found.length === 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await status()).status).toBe('running');
    expect(await holds(id)).toBe(true);
    server.busy = false;
    const done = await product.eventually(status, (request) => request.status === 'completed');
    expect(await holds(id)).toBe(false);
    expect(done.receipt).toMatchObject({
      messages_deleted: 1,
      probe: { keyword_hits: 0, semantic_hits: 0 },
    });
  });

  it('a lost index is filled again', async () => {
    await server.lose();
    await receive('Zeta');
    const missing = async () => {
      const rows = await product.services.db.rows<{ message_id: string }>(
        sql`select message_id from search_documents`,
      );
      const documents = await server.documents();
      return rows.filter(({ message_id }) => !documents.has(message_id)).length;
    };
    await product.eventually(missing, (count) => count === 0);
    await product.eventually(
      () => server.settings(),
      (settings) => settings.facetSearch === false,
    );
    await product.indexed();
    await forgiven();
    expect(await subjects('zeta')).toEqual(['Zeta']);
  });

  it('a reindex takes away what the database has not', async () => {
    const [real] = (await server.documents()).values();
    await server.put({ ...real!, id: 'msg_left' });
    const { body } = await product.call('POST', '/v1/platform/jobs', { body: { name: 'search_reindex' } });
    const job = await product.eventually(
      async () => (await product.call('GET', `/v1/platform/jobs/${body.id}`)).body,
      ({ status }) => status === 'completed',
    );
    expect(job.error).toBeNull();
    expect(await holds('msg_left')).toBe(false);
    expect((await server.documents()).size).toBeGreaterThan(3);
  });

  it('what it cannot be asked Postgres is asked', async () => {
    const searches = server.searches.length;
    const choice = (letters: string) =>
      `(${[...letters].map((letter) => `${letter}${letter}`).join(' OR ')})`;
    const body = await search(`${choice('abcde')} ${choice('fghij')}`);
    expect(body).toMatchObject({ hits: [], degraded: false });
    const mixed = await search('alpha OR from:nobody.example');
    expect(mixed).toMatchObject({ hits: [{ subject: 'Alpha' }], degraded: false });
    expect(server.searches.length).toBe(searches);
  });

  it('a question that it refuses does not keep others from it', async () => {
    server.refusing = true;
    for (const q of ['alpha', 'beta', 'zeta', 'alpha'])
      expect(await search(q)).toMatchObject({ degraded: true, hits: [{}] });
    server.refusing = false;
    expect(await search('alpha')).toMatchObject({ degraded: false, hits: [{}] });
  });

  it('is refused with a wrong key', async () => {
    const stranger = createMeilisearchIndex({ url: server.url, key: `not-${server.key}` });
    await expect(stranger.open('proofmail-x', new AbortController().signal)).rejects.toThrow(
      'The provided API key is invalid.',
    );
  });
});

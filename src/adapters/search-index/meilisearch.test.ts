import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type IndexDocument,
  type IndexQuery,
  OtherDimensions,
  type Question,
  type SearchIndex,
} from '#kernel/ports/search-index.ts';
import { openMeilisearch, type TestMeilisearch } from '#testing/meilisearch.ts';
import { createMeilisearchIndex } from './meilisearch.ts';

// The external engine by itself: writing, deleting and finding documents.

const UID = `proofmail-${crypto.randomUUID()}`;
const { signal } = new AbortController();

let server: TestMeilisearch;
let index: SearchIndex;

beforeAll(async () => {
  server = await openMeilisearch();
  index = createMeilisearchIndex({ url: server.url, key: server.key });
});
afterAll(() => server.close());

const document = (seq: number, more: Partial<IndexDocument> = {}): IndexDocument => ({
  id: `msg_${seq}`,
  tenant_id: 'ten_a',
  identity_id: 'idn_a',
  thread_id: 'thr_a',
  seq,
  date: 1_000_000 + seq,
  size: 100 * seq,
  needs_reply: null,
  keys: ['seen:all'],
  subject: null,
  people: null,
  files: null,
  body: null,
  words: null,
  generation: 1,
  model: null,
  vector: null,
  ...more,
});
const write = (documents: IndexDocument[], gone: string[] = [], dimensions: number | null = null) =>
  index.write(UID, { documents, gone, dimensions }, signal);

const wanted = (more: Partial<IndexQuery> = {}): IndexQuery => ({
  phrases: [],
  prefix: null,
  unwanted: [],
  part: null,
  filter: { kind: 'and', of: [] },
  ...more,
});
const question = (...all: Partial<IndexQuery>[]): Question => ({
  tenantId: 'ten_a',
  identityId: 'idn_a',
  key: 'seen:all',
  before: 1_000_000_000,
  wanted: all.map(wanted),
});
const page = { offset: 0, limit: 100 };
const found = async (...all: Partial<IndexQuery>[]): Promise<string[]> =>
  (await index.byWords(UID, question(...all), page)).map(({ id }) => id);
const near = (vector: number[], model = 'small') =>
  index.byMeaning(UID, question({}), { vector: Float32Array.from(vector), model }, 10);

it('makes an index once, and keeps it', async () => {
  expect(await index.madeAt(UID)).toBeNull();
  const made = await index.open(UID, signal);
  expect(await index.madeAt(UID)).toBe(made);
  expect(await index.open(UID, signal)).toBe(made);
  expect((await server.settings()).rankingRules.at(-1)).toBe('seq:desc');
});

it('finds words, phrases in order and beginnings, and leaves out what is not wanted', async () => {
  await write([
    document(1, { subject: 'invoic turbin', body: 'run order follow' }),
    document(2, { body: 'the turbin order run' }),
    document(3, { people: 'ann lee', words: 'turbines' }),
  ]);
  expect((await found({ phrases: [['turbin']] })).sort()).toEqual(['msg_1', 'msg_2']);
  expect(await found({ phrases: [['run', 'order']] })).toEqual(['msg_1']);
  expect((await found({ prefix: 'turb' })).sort()).toEqual(['msg_1', 'msg_2', 'msg_3']);
  expect(await found({ phrases: [['turbin']], unwanted: ['invoic'] })).toEqual(['msg_2']);
  expect(await found({ phrases: [['turbin']], part: 'subject' })).toEqual(['msg_1']);
  expect(await found({ phrases: [['turbin'], ['lee']] })).toEqual([]);
  expect((await found({ phrases: [['lee']] }, { phrases: [['follow']] })).sort()).toEqual(['msg_1', 'msg_3']);
  // Meilisearch reads only the first ten words of a query.
  const many = Array.from({ length: 10 }, () => ['turbin']);
  expect(await found({ phrases: [...many, ['nowher']] })).toHaveLength(2);
});

it('without words the newest come first, from a place on, a page at a time', async () => {
  expect(await found({})).toEqual(['msg_3', 'msg_2', 'msg_1']);
  const from = (before: number, limit: number) =>
    index.byWords(UID, { ...question({}), before }, { offset: 0, limit });
  expect((await from(3, 1)).map(({ id, seq }) => [id, seq])).toEqual([['msg_2', 2]]);
  expect(await index.byWords(UID, question({}), { offset: 2, limit: 5 })).toHaveLength(1);
});

it('filters by keys, numbers and choices of them, whatever they are', async () => {
  const keys = [
    'seen:all',
    'label:café',
    "from:o'hara@x.example",
    'label:a "b" \\ c',
    'label:ﬁn',
    'label:null',
  ];
  await write([document(4, { keys, needs_reply: 0.75 }), document(5, { tenant_id: 'ten_b' })]);
  const is = (value: string) => ({ kind: 'is', field: 'keys', value }) as const;
  const by = (...of: IndexQuery['filter'][]) => found({ filter: { kind: 'and', of } });
  for (const key of keys.slice(1)) expect(await by(is(key))).toContain('msg_4');
  expect(await by(is("from:o'hara@x.example"))).toEqual(['msg_4']);
  expect(await by(is('label:fin'))).toEqual(['msg_4']);
  expect(await by(is('label:other'))).toEqual([]);
  expect(await by({ kind: 'not', of: is('label:null') })).toEqual(['msg_3', 'msg_2', 'msg_1']);
  expect(
    await by({ kind: 'or', of: [is('label:null'), { kind: 'is', field: 'id', value: 'msg_1' }] }),
  ).toEqual(['msg_4', 'msg_1']);
  const than = (field: 'date' | 'size' | 'needs_reply', compare: '>=' | '<', value: number) =>
    ({ kind: 'compare', field, compare, value }) as const;
  expect(await by(than('size', '>=', 300))).toEqual(['msg_4', 'msg_3']);
  expect(await by(than('needs_reply', '>=', 0.5))).toEqual(['msg_4']);
  expect(await by(than('date', '<', -5))).toEqual([]);
  expect(await by(than('needs_reply', '<', 0.000001))).toEqual([]);
});

it('vectors: nearest first, of one model, of one length, gone with their document', async () => {
  const model = 'small';
  await write([
    document(6, { vector: [1, 0, 0], model }),
    document(7, { vector: [0.6, 0.8, 0], model }),
    document(8, { vector: [1, 0], model }),
  ]);
  expect(await near([1, 0, 0])).toEqual(['msg_6', 'msg_7']);
  expect(await near([0, 1, 0])).toEqual(['msg_7', 'msg_6']);
  expect(await near([1, 0, 0], 'other')).toEqual([]);
  // A model name that the filters cannot express is left to the database; documents without a vector come last.
  const all = await near([1, 0, 0], 'other "model"');
  expect([all.slice(0, 2), all.length]).toEqual([['msg_6', 'msg_7'], 7]);
  await expect(near([1, 0])).rejects.toThrow();
  await write([document(6, { body: 'without' })], ['msg_8']);
  expect(await near([1, 0, 0])).toEqual(['msg_7']);
  expect(await found({ phrases: [['without']] })).toEqual(['msg_6']);
  await expect(write([document(9, { vector: [1, 0], model })], [], 2)).rejects.toThrow(OtherDimensions);
});

it('more than may be sent at once goes in pieces', async () => {
  const before = server.requests.length;
  const body = 'lorem '.repeat(600_000);
  await write([10, 11, 12].map((seq) => document(seq, { body, subject: `part${seq}` })));
  const sent = server.requests.slice(before).filter((request) => request.startsWith('POST'));
  expect(sent).toHaveLength(2);
  expect(await found({ phrases: [['part12']], part: 'subject' })).toEqual(['msg_12']);
});

it('sweeps what is of an earlier generation, and takes away what is gone', async () => {
  await write([document(13, { generation: 2, subject: 'kept' }), document(14, { generation: 2 })], ['msg_1']);
  expect(await found({ filter: { kind: 'is', field: 'id', value: 'msg_1' } })).toEqual([]);
  await index.sweep(UID, 2, signal);
  expect(await found({})).toEqual(['msg_14', 'msg_13']);
});

it('an index that is lost is made again by a write, with its key, and opened with its settings', async () => {
  await server.lose();
  await write([document(15, { subject: 'again' })]);
  await index.open(UID, signal);
  await write([document(16, { subject: 'again' })]);
  expect(await found({ phrases: [['again']] })).toEqual(['msg_16', 'msg_15']);
});

it('ends waiting when it is told to, and drops what is not there', async () => {
  server.busy = true;
  const stop = AbortSignal.timeout(200);
  const written = index.write(UID, { documents: [document(17)], gone: [], dimensions: null }, stop);
  setTimeout(() => {
    server.busy = false;
  }, 400);
  await expect(written).rejects.toThrow();
  await index.drop(UID, signal);
  await index.drop(UID, signal);
  expect(await index.madeAt(UID)).toBeNull();
});

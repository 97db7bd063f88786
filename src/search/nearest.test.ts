import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, sql } from '#kernel/data/database.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import type { Prepared } from './keyword.ts';
import type { Condition } from './plan.ts';
import { randomFrom } from './random-queries-fixtures.ts';
import { compile } from './repository/conditions.ts';
import { findSimilar } from './semantic/meaning.ts';
import { codeOf, cosine, toBytes } from './semantic/vectors.ts';

// However many messages of a large mailbox match, search by meaning finds the nearest of all of them (spec 4.7).

const MAILBOX = 'idn_1';
const MODEL = 'random';
const DIMENSIONS = 64;
const SIZE = 5_000;
const DAY = 86_400_000;
const now = new Date('2026-11-20T12:00:00Z');

const random = randomFrom(7);
const randomVector = (): Float32Array => {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const distance = (one: Float32Array, other: Float32Array): number => {
  const code = codeOf(other);
  return [...codeOf(one)].filter((bit, index) => bit !== code[index]).length;
};

type Message = { id: string; seq: number; vector: Float32Array; keys: string[]; date: Date; size: number };

const question = randomVector();
const messages = Array.from({ length: SIZE }, (_, index): Message => {
  const seq = index + 1;
  const keys = [
    'seen:reviewer',
    ...(seq % 7 === 0 ? [] : ['seen:all']),
    ...(seq % 4 === 0 ? ['label:dense'] : []),
    ...(seq % 20 === 0 ? ['label:sparse'] : []),
    ...(seq % 100 === 0 ? ['label:few'] : []),
  ];
  const date = new Date(now.getTime() - (SIZE - seq) * DAY);
  return { id: `msg_${seq}`, seq, vector: randomVector(), keys, date, size: seq % 10 };
});
for (const { keys } of messages
  .toSorted((a, b) => distance(question, b.vector) - distance(question, a.vector))
  .slice(0, 500))
  keys.push('label:far');

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
  const rows = messages.map(({ vector, date, ...message }) => ({
    ...message,
    date: date.toISOString(),
    code: codeOf(vector),
    vector: toBytes(vector).toString('hex'),
  }));
  await db.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id text, seq bigint, keys text[], date timestamptz, size bigint, code text, vector text)
    ), documents as (
      insert into search_documents (message_id, identity_id, thread_id, seq, date, size, scope, keys, words)
      select id, ${MAILBOX}, id, seq, date, size, array[${MAILBOX}, ${`${MAILBOX}#`} || seq / 1000], keys, ''::tsvector from given
    ), codes as (
      insert into search_codes (message_id, identity_id, seq, model, code)
      select id, ${MAILBOX}, seq, ${MODEL}, code::varbit from given)
    insert into search_vectors (message_id, vector) select id, decode(vector, 'hex') from given`);
  await db.run(sql`analyze search_documents, search_codes, search_vectors`);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const label = (name: string): Condition => ({ kind: 'keys', any: [[`label:${name}`]] });
const time = (compare: '>=' | '<', days: number): Condition => ({
  kind: 'time',
  compare,
  moment: new Date(now.getTime() - days * DAY).toISOString(),
  clock: 'own',
});
const has = (name: string) => (message: Message) => message.keys.includes(`label:${name}`);
const age = (message: Message) => (now.getTime() - message.date.getTime()) / DAY;

const asked: [name: string, Condition | null, (message: Message) => boolean][] = [
  ['no filter', null, () => true],
  ['a filter that a fourth passes', label('dense'), has('dense')],
  ['one that few of many pass', label('sparse'), has('sparse')],
  ['one that few pass', label('few'), has('few')],
  ['one that only what is far off passes', label('far'), has('far')],
  ['one that nothing passes', label('none'), () => false],
  ['new mail', time('>=', 2_000), (message) => age(message) <= 2_000],
  ['old mail', time('<', 3_000), (message) => age(message) > 3_000],
  ['a size', { kind: 'size', compare: '>', bytes: 7 }, ({ size }) => size > 7],
  [
    'a label and a time',
    { kind: 'and', of: [label('dense'), time('<', 100)] },
    (message) => has('dense')(message) && age(message) > 100,
  ],
  ['what has not a label', { kind: 'not', of: label('dense') }, (message) => !has('dense')(message)],
];

it.each(asked)('within %s', async (_, condition, fits) => {
  for (const review of [false, true]) {
    const compiled = condition && compile(condition, new Map(), { timezone: 'UTC', now });
    const prepared = { search: { identityId: MAILBOX, review }, withoutWords: compiled } as Prepared;
    const meaning = { vector: question, model: MODEL };
    const found = await findSimilar(db, prepared, meaning, { below: SIZE + 1, now });
    const nearest = messages
      .filter((message) => fits(message) && (review || message.keys.includes('seen:all')))
      .toSorted((a, b) => distance(question, a.vector) - distance(question, b.vector) || b.seq - a.seq)
      .slice(0, 1_000)
      .map(({ id, vector }) => ({ id, score: cosine(question, toBytes(vector)) }))
      .toSorted((a, b) => b.score - a.score);
    const expected = nearest.slice(0, 100);
    expect(found.map(({ message_id }) => message_id)).toEqual(expected.map(({ id }) => id));
  }
});

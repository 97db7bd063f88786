import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#kernel/data/database.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { lexemesOf, type Part, vectorOf } from './lexemes.ts';
import { wordTextsOf } from './words.ts';

// The index contains exactly the lexemes that Postgres itself derives from a text.

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const bothWays = async (
  configuration: string,
  texts: string[],
): Promise<{ ours: string; postgres: string }> => {
  const parts = texts.map((text, index): Part => {
    const weight = (['A', 'B', 'C', ''] as const)[index]!;
    return { words: wordTextsOf(text, 20_000), weight };
  });
  const lexemes = await lexemesOf(db, configuration, new Set(parts.flatMap(({ words }) => words)));
  const row = await db.first<{ ours: string; postgres: string }>({
    name: 'test.both_ways',
    text: `with stems as (
             select setweight(to_tsvector($1::regconfig, $3), 'A') || setweight(to_tsvector($1::regconfig, $4), 'B')
               || setweight(to_tsvector($1::regconfig, $5), 'C') || to_tsvector($1::regconfig, $6) as stems)
           select $2::tsvector::text as ours,
             (stems || strip(ts_delete(to_tsvector('mail_simple', concat_ws(' ', $3::text, $4::text, $5::text, $6::text)),
                                       tsvector_to_array(stems))))::text as postgres
           from stems`,
    values: [
      configuration,
      vectorOf(parts, lexemes, { plain: true }),
      ...parts.map(({ words }) => words.join(' ')),
    ],
  });
  return row!;
};

const texts: [name: string, configuration: string, texts: string[]][] = [
  [
    'parts with weights',
    'mail_english',
    ['Invoices paid', 'Ann Lee ann@acme.example', 'report.pdf', 'The invoice was paid'],
  ],
  [
    'numbers and words with them',
    'mail_english',
    ['2nd 1e5 10e5 007', '3.14 a1b2', '½ № ² ①', '1234567890123 5e 0x1F'],
  ],
  [
    'accents, capitals and joined letters',
    'mail_german',
    ['Häuser ÜBERWEISUNG', 'Straße', 'ﬁle Ǆ', 'Rechnungen Œuvre café'],
  ],
  ['scripts without blanks', 'mail_simple', ['会議のお知らせ', 'ประชุม', 'か\u3099き', '東京駅の近く']],
  [
    'right to left, and combining marks',
    'mail_arabic',
    ['الاجتماع غدا', 'מחר', 'e\u0301te\u0301', '\u0301\u0301'],
  ],
  ['Cyrillic and Greek', 'mail_russian', ['Счета оплачены', 'Ёлка', 'ΛΟΓΑΡΙΑΣΜΟΣ', 'счёт']],
  ['nothing at all', 'mail_english', ['', '', '', '']],
  [
    'a word more often than a tsvector has places',
    'mail_english',
    ['run', '', '', `${'running '.repeat(600)}fox`],
  ],
  [
    'more words than a tsvector has places',
    'mail_english',
    ['late', '', '', `${'a b c d e f g h i j '.repeat(1_700)}end`],
  ],
  [
    'letters outside of the basic plane where words are cut',
    'mail_english',
    [`${'a'.repeat(63)}𝐚`, '', '', ''],
  ],
];

it.each(texts)('of %s', async (_, configuration, parts) => {
  const { ours, postgres } = await bothWays(configuration, parts);
  expect(ours).toBe(postgres);
});

it('of more bytes than a tsvector may have, as far as they fit', async () => {
  const words = Array.from({ length: 12_000 }, (_, index) => `${'ж'.repeat(50)}${index}`);
  const lexemes = await lexemesOf(db, 'mail_simple', new Set(words));
  const vector = vectorOf([{ words, weight: '' }], lexemes, { plain: true });
  const row = await db.first<{ length: number }>({
    name: 'test.length',
    text: 'select length($1::tsvector) as length',
    values: [vector],
  });
  expect(row!.length).toBeGreaterThan(8_000);
  expect(row!.length).toBeLessThan(words.length);
});

it('goes on when more words come than it remembers', async () => {
  const many = Array.from({ length: 21_000 }, (_, index) => `w${index}x`);
  for (const words of [many, ['invoices'], many.slice(0, 5)]) {
    const lexemes = await lexemesOf(db, 'mail_english', new Set(words));
    expect(words.every((word) => lexemes.has(word))).toBe(true);
  }
});

it('still knows what comes again and again when words that never do have filled it several times', async () => {
  const asked: number[] = [];
  const counting = {
    ...db,
    rows: <Row>(statement: Parameters<typeof db.rows>[0]) => {
      asked.push(JSON.parse((statement as { values: string[] }).values[1]!).length);
      return db.rows<Row>(statement);
    },
  };
  const common = ['terms', 'of', 'service'];
  for (let round = 0; round < 6; round += 1) {
    const rare = Array.from({ length: 9_000 }, (_, index) => `once${round}n${index}`);
    const lexemes = await lexemesOf(counting, 'mail_english', new Set([...common, ...rare]));
    expect(lexemes.get('service')!.stems).toEqual([{ lexeme: "'servic'", place: 1 }]);
  }
  const [first, ...later] = asked;
  expect([first, ...later]).toEqual([expect.any(Number), ...later.map(() => 9_000)]);
});

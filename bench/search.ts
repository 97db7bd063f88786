import { sql } from '#kernel/database.ts';
import { startEmbeddingsServer } from '#testing/embeddings-server.ts';
import { timed } from './processes.ts';
import { runBench } from './run.ts';
import { type Judged, makeCollection, randomFrom, randomMail } from './search-collection.ts';
import { openSearchBench, type SearchBench } from './search-mailbox.ts';

/**
 * How well and how fast search finds. BENCH_ONLY=quality or speed does one of them; BENCH_SIZES=1000,10000 chooses the
 * mailboxes; BENCH_OVER_ALL=1000000 then puts copies of the last but one beside them; BENCH_SEARCHES=hybrid,semantic chooses what
 * is timed. CPU is that of this process and of Postgres together, which says more than time on a machine that others use.
 */

const MODES = ['keyword', 'hybrid', 'semantic'] as const;
const RUNS = Number(process.env.BENCH_RUNS ?? 40);

async function quality(bench: SearchBench): Promise<void> {
  const { mails, queries } = makeCollection(7, 2_000, 100);
  const { identityId, messageIds } = await bench.fill(mails);
  await bench.indexAll();
  const placeOf = new Map(messageIds.map((id, place) => [id, place]));
  const rows: Record<string, Record<string, string>> = {};
  const engines: Record<string, (query: Judged) => Promise<string[]>> = {};
  for (const mode of MODES) {
    engines[mode] = async ({ q }) => {
      const { body } = await bench.call(`/v1/identities/${identityId}/search`, { q, mode, limit: 50 });
      return body.hits.map(({ message_id }: { message_id: string }) => message_id);
    };
  }
  engines['plain ts_rank, all words'] = ({ words }) => plain(bench, identityId, words, ' & ');
  engines['plain ts_rank, any word'] = ({ words }) => plain(bench, identityId, words, ' | ');
  for (const [name, search] of Object.entries(engines)) {
    const scores = new Map<string, { ndcg: number; recall: number }[]>();
    for (const query of queries) {
      const places = (await search(query)).map((id) => placeOf.get(id)!);
      const score = {
        ndcg: ndcgAt(10, places, query.relevant),
        recall: recallAt(50, places, query.relevant),
      };
      for (const group of ['all', query.style]) scores.set(group, [...(scores.get(group) ?? []), score]);
    }
    rows[name] = Object.fromEntries(
      [...scores].map(([group, all]) => [group, `${mean(all, 'ndcg')} / ${mean(all, 'recall')}`]),
    );
  }
  console.log('\nnDCG@10 / recall@50, 100 questions over 2,000 messages, by how they are asked');
  console.table(rows);
}

const mean = (all: { ndcg: number; recall: number }[], of: 'ndcg' | 'recall'): string =>
  (all.reduce((sum, one) => sum + one[of], 0) / all.length).toFixed(3);

async function plain(bench: SearchBench, identityId: string, words: string, join: string): Promise<string[]> {
  const query = words.split(' ').map((word) => `'${word}'`);
  const rows = await bench.services.db.rows<{ id: string }>(sql`
    select id from (select id, to_tsvector('english', subject || ' ' || text) as words from messages
                    where identity_id = ${identityId}) m
    where words @@ to_tsquery('english', ${query.join(join)})
    order by ts_rank(words, to_tsquery('english', ${query.join(join)})) desc, id limit 50`);
  return rows.map(({ id }) => id);
}

function ndcgAt(most: number, places: readonly number[], relevant: Judged['relevant']): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, most).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const ideal = gain([...relevant.values()].toSorted((a, b) => b - a));
  return gain(places.map((place) => relevant.get(place) ?? 0)) / ideal;
}

const recallAt = (most: number, places: readonly number[], relevant: Judged['relevant']): number =>
  places.slice(0, most).filter((place) => relevant.has(place)).length / relevant.size;

const searches: Record<string, Record<string, unknown>> = {
  rare: { q: 'platypus', mode: 'keyword', facets: false },
  common: { q: 'regards', mode: 'keyword', facets: false },
  mixed: { q: 'audit regards', mode: 'keyword', facets: false },
  operators: { q: 'from:acme.example label:work newer_than:300d', mode: 'keyword', facets: false },
  'none found': { q: 'w17x nosuchword', mode: 'keyword', facets: false },
  hybrid: { q: 'audit w3x', mode: 'hybrid', facets: false },
  semantic: { q: 'audit w3x', mode: 'semantic', facets: false },
  'hybrid filtered': { q: 'audit w3x label:work', mode: 'hybrid', facets: false },
  'common facets': { q: 'regards', mode: 'keyword', facets: true },
  'empty facets': { q: '', mode: 'keyword', facets: true },
};

async function speed(bench: SearchBench): Promise<void> {
  const sizes = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number);
  const overAll = Number(process.env.BENCH_OVER_ALL ?? 0);
  const chosen = process.env.BENCH_SEARCHES?.split(',') ?? Object.keys(searches);
  const rows: Record<string, Record<string, string>> = Object.fromEntries(chosen.map((name) => [name, {}]));
  const measure = async (column: string, identityId: string): Promise<void> => {
    for (const name of chosen) {
      const { p50, p99, cpu, hits } = await times(bench, identityId, searches[name]);
      rows[name]![column] = `${p50} / ${p99} ms, CPU ${cpu} ms (${hits})`;
    }
    console.log('\np50 / p99, CPU of one (hits on the page) by the size of the mailbox');
    console.table(rows);
  };
  const mailboxes: string[] = [];
  for (const size of sizes) {
    const random = randomFrom(size);
    const { identityId } = await bench.fill(
      (function* () {
        for (let nth = 0; nth < size; nth += 1) yield randomMail(random, nth, size);
      })(),
    );
    mailboxes.push(identityId);
    const rate = await bench.indexAll();
    console.log(`indexed ${size} at ${Math.round(rate)} documents/s`);
    await measure(String(size), identityId);
  }
  const copied = mailboxes.at(-2);
  if (overAll === 0 || copied === undefined) return;
  const [size, largest] = [sizes.at(-2)!, sizes.at(-1)!];
  const copies = Math.ceil((overAll - largest) / size);
  await bench.crowd(copied, copies);
  await measure(`${largest} of ${largest + copies * size}`, mailboxes.at(-1)!);
}

async function times(bench: SearchBench, identityId: string, body: unknown) {
  const taken: number[] = [];
  let [hits, degraded] = [0, 0];
  const searchOnce = async (): Promise<void> => {
    const begin = performance.now();
    const answer = await bench.call(`/v1/identities/${identityId}/search`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    hits = answer.body.hits.length;
    degraded += answer.body.degraded ? 1 : 0;
    taken.push(performance.now() - begin);
  };
  for (let run = 0; run < 3; run += 1) await searchOnce();
  taken.length = 0;
  degraded = 0;
  const searchAll = async () => {
    for (let run = 0; run < RUNS; run += 1) await searchOnce();
    return { pieces: RUNS };
  };
  const { cpuMs, postgresMs } = await timed(process.pid, searchAll, bench.postgresPid);
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  const cpu = cpuMs === null ? '?' : (cpuMs + (postgresMs ?? 0)).toFixed(1);
  return { p50: at(0.5), p99: at(0.99), cpu, hits: degraded === 0 ? hits : `${hits}, ${degraded} degraded` };
}

await runBench(async (closers) => {
  // Knows some synonyms: it shows what search makes of vectors, not how good a model is.
  const embeddings = await startEmbeddingsServer();
  closers.defer(embeddings.close);
  const bench = await openSearchBench(closers, {
    PM_EMBEDDINGS_URL: embeddings.url,
    PM_EMBEDDINGS_MODEL: 'fake',
  });
  if (process.env.BENCH_ONLY !== 'speed') await quality(bench);
  if (process.env.BENCH_ONLY !== 'quality') await speed(bench);
});

import { sql } from '#kernel/data/database.ts';
import { startEmbeddingsServer } from '#testing/embeddings-server.ts';
import { timed } from './processes.ts';
import { runBench } from './run.ts';
import { type Judged, makeCollection, randomFrom, randomMail } from './search-collection.ts';
import { openSearchBench, type SearchBench } from './search-mailbox.ts';

/**
 * How well and how fast search finds. BENCH_ONLY=quality or speed does one of them; BENCH_SIZES=1000,10000 chooses the
 * mailboxes; BENCH_OVER_ALL=1000000 then puts copies of the last but one beside them; BENCH_SEARCHES=hybrid,semantic
 * chooses what is timed, BENCH_ROUNDS and BENCH_RUNS how often. CPU is that of this process and of Postgres together,
 * which says more than time on a machine that others use.
 */

const MODES = ['keyword', 'hybrid', 'semantic'] as const;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** The number of searches of one kind in each round, whose p99 is the slowest one. */
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

type Search = { over?: 'tenant'; q: string | ((nth: number) => string); mode: string; facets?: true };

/** A different word each time, so that a search is not served entirely from the caches of the previous one. */
const audits = (filter: string) => (nth: number) => `audit w${2 + (nth % 50)}x ${filter}`.trim();

const searches: Record<string, Search> = {
  rare: { q: 'platypus', mode: 'keyword' },
  common: { q: 'regards', mode: 'keyword' },
  mixed: { q: 'audit regards', mode: 'keyword' },
  'none found': { q: 'w17x nosuchword', mode: 'keyword' },
  operators: { q: 'from:acme.example label:work newer_than:300d', mode: 'keyword' },
  'old mail': { q: 'older_than:400d', mode: 'keyword' },
  hybrid: { q: audits(''), mode: 'hybrid' },
  semantic: { q: audits(''), mode: 'semantic' },
  'hybrid label:': { q: audits('label:work'), mode: 'hybrid' },
  'hybrid from:': { q: audits('from:acme.example'), mode: 'hybrid' },
  'hybrid older_than:': { q: audits('older_than:400d'), mode: 'hybrid' },
  'hybrid, tenant': { over: 'tenant', q: audits(''), mode: 'hybrid' },
  'common facets': { q: 'regards', mode: 'keyword', facets: true },
  'empty facets': { q: '', mode: 'keyword', facets: true },
  'hybrid facets': { q: audits(''), mode: 'hybrid', facets: true },
};

type Filled = { name: string; identityId: string; tenantId: string };

async function speed(bench: SearchBench): Promise<void> {
  const sizes = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number);
  const overAll = Number(process.env.BENCH_OVER_ALL ?? 0);
  const mailboxes: Filled[] = [];
  for (const size of sizes) {
    const random = randomFrom(size);
    const filled = await bench.fill(
      (function* () {
        for (let nth = 0; nth < size; nth += 1) yield randomMail(random, nth, size);
      })(),
    );
    mailboxes.push({ ...filled, name: String(size) });
    const rate = await bench.indexAll();
    console.log(`indexed ${size} at ${Math.round(rate)} documents/s`);
  }
  await compare(bench, mailboxes);
  const copied = mailboxes.at(-2);
  if (overAll === 0 || copied === undefined) return;
  const [size, largest] = [sizes.at(-2)!, sizes.at(-1)!];
  const copies = Math.ceil((overAll - largest) / size);
  await bench.crowd(copied.identityId, copies);
  await compare(
    bench,
    mailboxes.map((mailbox) => ({ ...mailbox, name: `${mailbox.name} of ${largest + copies * size}` })),
  );
}

/** Runs each search in each mailbox in turn, round after round, so that disturbances affect all of them equally. */
async function compare(bench: SearchBench, mailboxes: readonly Filled[]): Promise<void> {
  const chosen = process.env.BENCH_SEARCHES?.split(',') ?? Object.keys(searches);
  const rows: Record<string, Record<string, string>> = {};
  for (const name of chosen) {
    const rounds = mailboxes.map((): Times[] => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [index, mailbox] of mailboxes.entries()) {
        const times = await timesOf(bench, mailbox, searches[name]!);
        // The first round warms up.
        if (round > 0) rounds[index]!.push(times);
      }
    }
    const medians = rounds.map(medianOf);
    const [smaller, largest] = medians.slice(-2);
    rows[name] = Object.fromEntries(
      medians.map(({ p50, p99, cpu, hits, degraded }, index) => [
        mailboxes[index]!.name,
        `${p50.toFixed(1)} / ${p99.toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms (${hits}${degraded > 0 ? `, ${degraded} degraded` : ''})`,
      ]),
    );
    if (largest) rows[name]['p99, last two'] = (largest.p99 / smaller!.p99).toFixed(2);
  }
  console.log('\np50 / p99, CPU of one (hits on the page) by the size of the mailbox, medians of the rounds');
  console.table(rows);
}

type Times = { p50: number; p99: number; cpu: number; hits: number; degraded: number };

async function timesOf(bench: SearchBench, mailbox: Filled, search: Search): Promise<Times> {
  const { over, q, mode, facets = false } = search;
  const path = over ? `/v1/tenants/${mailbox.tenantId}` : `/v1/identities/${mailbox.identityId}`;
  const taken: number[] = [];
  let [hits, degraded] = [0, 0];
  const { cpuMs, postgresMs } = await timed(
    process.pid,
    async () => {
      for (let nth = 0; nth < RUNS; nth += 1) {
        const begin = performance.now();
        const asked = { q: typeof q === 'string' ? q : q(nth), mode, facets };
        const answer = await bench.call(`${path}/search`, asked);
        if (answer.status !== 200) throw new Error(JSON.stringify(answer));
        hits = answer.body.hits.length;
        degraded += answer.body.degraded ? 1 : 0;
        taken.push(performance.now() - begin);
      }
      return { pieces: RUNS };
    },
    bench.postgresPid,
  );
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), cpu: (cpuMs ?? Number.NaN) + (postgresMs ?? 0), hits, degraded };
}

function medianOf(rounds: readonly Times[]): Times {
  const median = (of: 'p50' | 'p99' | 'cpu') =>
    rounds.map((times) => times[of]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!;
  const degraded = rounds.reduce((sum, times) => sum + times.degraded, 0);
  return { p50: median('p50'), p99: median('p99'), cpu: median('cpu'), hits: rounds[0]!.hits, degraded };
}

await runBench(async (closers) => {
  // Knows some synonyms. This shows how search uses vectors, not how good a model is.
  const embeddings = await startEmbeddingsServer();
  closers.defer(embeddings.close);
  const bench = await openSearchBench(closers, {
    PM_EMBEDDINGS_URL: embeddings.url,
    PM_EMBEDDINGS_MODEL: 'fake',
  });
  if (process.env.BENCH_ONLY !== 'speed') await quality(bench);
  if (process.env.BENCH_ONLY !== 'quality') await speed(bench);
});

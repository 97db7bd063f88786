import type { Queryable } from '#kernel/data/database.ts';
import type { Prepared } from '../keyword.ts';
import { bestOfThreads } from '../keyword.ts';
import { type Found, findOfThreads } from '../repository/documents.ts';
import { bestFirst } from './engine.ts';

/** The maximum number of conversations whose other messages are added, from the best hit on. */
const MOST_THREADS = 10;
const NEXT_TO_BEST = 0.5;
/** The score of an added message, relative to the best one of its conversation. */
const SHARE = 0.4;
const MOST_MATES = 50;

/**
 * The messages of a conversation explain each other: if one matches well, the others are found too, even without a word of
 * the query. They rank below it and above messages that only contain a word. Phrases, operators and exclusions still apply.
 */
export async function withConversations(
  db: Queryable,
  { relaxed }: Prepared,
  found: readonly Found[],
  end: number,
): Promise<Found[]> {
  const ranked = bestFirst([...found]);
  const [best] = ranked;
  if (relaxed === null || !best || best.score <= 0) return ranked;
  const leading = bestOfThreads(ranked)
    .filter(({ score }) => score >= best.score * NEXT_TO_BEST)
    .slice(0, MOST_THREADS);
  const scores = new Map(leading.map(({ thread_id, score }) => [thread_id, score * SHARE]));
  const search = { ...relaxed, compiled: relaxed.rest, below: end };
  const mates = await findOfThreads(db, search, [...scores.keys()], MOST_MATES);
  const all = new Map<string, Found>();
  for (const one of [...mates.map((mate) => ({ ...mate, score: 0 })), ...ranked])
    all.set(one.message_id, { ...one, score: Math.max(one.score, scores.get(one.thread_id) ?? 0) });
  return bestFirst([...all.values()]);
}

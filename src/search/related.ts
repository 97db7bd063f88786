import type { Queryable } from '#kernel/data/database.ts';
import { messageHits } from './hits.ts';
import { bestOfThreads } from './keyword.ts';
import { outsideThread } from './repository/conditions.ts';
import { findDocuments, findMailboxIndex } from './repository/documents.ts';
import { distinctiveWords } from './repository/hits.ts';
import type { MessageHit } from './schema.ts';

const WINDOW = 400;
const SNIPPET = 240;

/** Messages of other threads that share the most characteristic words of this one. */
export async function findRelated(
  db: Queryable,
  { identityId, review, now }: { identityId: string; review: boolean; now: Date },
  message: { id: string; thread_id: string },
  limit: number,
): Promise<MessageHit[]> {
  const [index, words] = await Promise.all([
    findMailboxIndex(db, identityId),
    distinctiveWords(db, message.id),
  ]);
  if (words === null) return [];
  const compiled = { tsquery: words, narrows: true, where: outsideThread(message.thread_id) };
  const search = { identityId, review: false, compiled, below: index.last_seq + 1, now };
  const found = await findDocuments(db, search, WINDOW);
  const best = bestOfThreads(found.sort((a, b) => b.score - a.score || b.seq - a.seq)).slice(0, limit);
  return messageHits(db, best, {
    highlight: words,
    words: [],
    operators: [],
    review,
    snippetLength: SNIPPET,
  });
}

import type { Queryable } from '#kernel/data/database.ts';
import type { ErasedSample, Eraser, ErasureProbe, ErasureScope } from '#kernel/operation/erasure.ts';
import type { Filter, SearchIndex } from '#kernel/ports/search-index.ts';
import { questionOf } from './engines/question.ts';
import { counterpartyKeys, countLeft, searchFor } from './repository/erasure.ts';
import { findMirror, hasGoneNotes, presentOf } from './repository/mirror.ts';

/** The number of newest documents to check; one hit proves that something is left. */
const MOST_LOOKED_AT = 1_000;

/**
 * Whether the index still contains erased mail: rows without their message, hits of searches for some of the erased
 * mail, and documents in the external engine, which must have confirmed the erasure first.
 */
export const probe: NonNullable<Eraser['probe']> = async ({ db, searchIndex, log }, scope, samples) => {
  const left = await leftOf(db, scope, samples);
  const uid = searchIndex && (await findMirror(db));
  if (!searchIndex || !uid) return left;
  const identityId = 'identityId' in scope ? scope.identityId : null;
  if (await hasGoneNotes(db, { tenantId: scope.tenantId, identityId })) return null;
  try {
    const ids = await idsBeside(searchIndex, uid, scope);
    const hits = ids.length - (await presentOf(db, ids)).length;
    return added(left, hits);
  } catch (error) {
    log.warn(
      { detail: String(error).slice(0, 300) },
      'could not ask Meilisearch whether erased mail is gone; the erasure keeps running',
    );
    return null;
  }
};

/**
 * The number of remaining rows, or of hits in searches for erased mail by words and by meaning, whichever is larger.
 */
async function leftOf(
  db: Queryable,
  scope: ErasureScope,
  samples: readonly ErasedSample[],
): Promise<ErasureProbe> {
  const [rows, hits] = await Promise.all([countLeft(db, scope), searchFor(db, samples)]);
  return {
    keyword_hits: Math.max(rows.keyword_hits, hits.keyword_hits),
    semantic_hits: Math.max(rows.semantic_hits, hits.semantic_hits),
  };
}

/** A document in the external engine contains its vector. */
const added = ({ keyword_hits, semantic_hits }: ErasureProbe, hits: number): ErasureProbe => ({
  keyword_hits: keyword_hits + hits,
  semantic_hits: semantic_hits + hits,
});

async function idsBeside(index: SearchIndex, uid: string, scope: ErasureScope): Promise<string[]> {
  const { tenantId } = scope;
  const identityId = 'identityId' in scope ? scope.identityId : null;
  const asked = { tenantId, identityId, before: Number.MAX_SAFE_INTEGER, review: true };
  const wanted = { phrases: [], prefix: null, unwanted: [], part: null, filter: filterFor(scope) };
  const found = await index.byWords(uid, questionOf(asked, [wanted]), { offset: 0, limit: MOST_LOOKED_AT });
  return found.map(({ id }) => id);
}

function filterFor(scope: ErasureScope): Filter {
  switch (scope.kind) {
    case 'message':
      return { kind: 'is', field: 'id', value: scope.messageId };
    case 'thread':
      return { kind: 'is', field: 'thread_id', value: scope.threadId };
    case 'counterparty':
      return {
        kind: 'or',
        of: counterpartyKeys(scope.address).map((value) => ({ kind: 'is', field: 'keys', value })),
      };
    default:
      return { kind: 'and', of: [] };
  }
}

import type { Eraser } from '#kernel/operation/erasure.ts';
import { probe } from './probe.ts';
import {
  deleteAgenticCounters,
  deleteDocuments,
  deleteMailboxIndexes,
  deleteVectors,
  readSample,
} from './repository/erasure.ts';

/**
 * Deletes and counts the documents and vectors of erased messages. The probe later searches for one sample of each
 * batch.
 */
export const eraser: Eraser = {
  name: 'search',
  async ofMessages(tx, { messageIds }) {
    const samples = await readSample(tx, messageIds);
    const vectors_deleted = await deleteVectors(tx, messageIds);
    return { counts: { fts_rows_deleted: await deleteDocuments(tx, messageIds), vectors_deleted }, samples };
  },
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    const indexes = await deleteMailboxIndexes(tx, { tenantId: scope.tenantId, identityId }, take);
    const counters =
      scope.kind === 'tenant' ? await deleteAgenticCounters(tx, scope.tenantId, take - indexes) : 0;
    return { rows: indexes + counters };
  },
  probe,
};

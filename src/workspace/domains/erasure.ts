import { enqueueMany } from '#jobs/index.ts';
import type { Eraser } from '#kernel/operation/erasure.ts';
import { clearTraces } from './declared-jobs.ts';
import { deleteDomainsOf } from './erasure-repository.ts';
import { tracesOf } from './removal.ts';

/**
 * Erases the domains of a tenant, with their keys, relays and checks, together with the tenant. Their zones and
 * identities at the DNS provider and at SES are removed afterwards.
 */
export const eraser: Eraser = {
  name: 'domains',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const rows = await deleteDomainsOf(tx, scope.tenantId, take);
    const left = rows
      .map((row) => tracesOf(row, row.transport === 'ses'))
      .filter(({ at_provider, edge }) => at_provider || edge);
    await enqueueMany(tx, clearTraces, left);
    return { rows: rows.length };
  },
};

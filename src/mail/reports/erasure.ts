import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteReportsOf } from './erasure-repository.ts';

/** Erases the reports about a tenant's domains, because they name the addresses of servers that sent for it. */
export const eraser: Eraser = {
  name: 'domain_reports',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteReportsOf(tx, scope.tenantId, take) : 0,
  }),
};

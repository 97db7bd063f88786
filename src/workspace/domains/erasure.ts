import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteDomainsOf } from './erasure-repository.ts';

/** The domains of a tenant, with their keys, relays and checks, are erased together with the tenant. */
export const eraser: Eraser = {
  name: 'domains',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteDomainsOf(tx, scope.tenantId, take) : 0,
  }),
};

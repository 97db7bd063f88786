import { enqueueMany } from '#jobs/index.ts';
import type { Eraser } from '#kernel/operation/erasure.ts';
import { forgetCustomer } from './declared-jobs.ts';
import { deletePaidAccountsOf } from './paid-repository.ts';
import { deletePeriodsOf } from './repository.ts';

/** Erases the usage and the billing data of a tenant together with the tenant. */
export const eraser: Eraser = {
  name: 'billing',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const customers = await deletePaidAccountsOf(tx, scope.tenantId);
    await enqueueMany(
      tx,
      forgetCustomer,
      customers.map((customer_id) => ({ customer_id })),
    );
    return { rows: customers.length + (await deletePeriodsOf(tx, scope.tenantId, take)) };
  },
};

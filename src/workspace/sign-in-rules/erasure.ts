import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteRules } from './repository.ts';

/** Erases the sign-in rules of an erased workspace. */
export const eraser: Eraser = {
  name: 'sign_in_rules',
  async ofScope(tx, scope) {
    return { rows: scope.kind === 'tenant' ? await deleteRules(tx, scope.tenantId) : 0 };
  },
};

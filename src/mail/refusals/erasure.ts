import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteRefusalsOf } from './repository.ts';

/** Erases refusals, because they name addresses of the identity or the workspace. */
export const eraser: Eraser = {
  name: 'smtp_refusals',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await deleteRefusalsOf(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};

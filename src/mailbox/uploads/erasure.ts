import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteUploadsOf } from './repository.ts';

/** Erases the uploads of an identity or a tenant. They belong to no message, thread or counterparty. */
export const eraser: Eraser = {
  name: 'uploads',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    const deleted = await deleteUploadsOf(tx, { tenantId: scope.tenantId, identityId }, take);
    return { rows: deleted.length, blobs: [...new Set(deleted.map(({ blob_id }) => blob_id))] };
  },
};

import { AppError } from '#kernel/catalogue/errors.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { findKey, type KeyRow } from './repository.ts';

/** The key that a path names, among those that the caller manages. A revoked key looks like a missing one. */
export const keyTarget: Target<KeyRow> = {
  param: 'key_id',
  notFound: 'key_not_found',
  async resolve(db, actor, id) {
    const key = await findKey(db, actor, id);
    if (!key) throw new AppError('key_not_found');
    return key;
  },
  tenantOf: (key) => key.tenant_id,
};

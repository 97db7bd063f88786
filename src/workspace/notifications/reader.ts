import type { Actor } from '#kernel/operation/actor.ts';
import type { ReaderScope } from './reader-repository.ts';

/** The signed-in person in the open workspace. The console's operations have no other callers. */
export const readerOf = ({ user_id, tenant_id }: Actor): ReaderScope => ({
  userId: user_id ?? '',
  tenantId: tenant_id ?? '',
});

import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteContacts, forgetSeenOnce } from './erasure-repository.ts';

/** Erases the contacts of erased identities, and an erased counterparty from the contacts of others. */
export const eraser: Eraser = {
  name: 'contacts',
  async ofMessages(tx, { identityId, threadIds }) {
    await forgetSeenOnce(tx, identityId, threadIds);
    return {};
  },
  async ofScope(tx, scope, take) {
    if (scope.kind === 'message' || scope.kind === 'thread') return { rows: 0 };
    return { rows: await deleteContacts(tx, scope, take) };
  },
};

import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteEventsOf, deleteMessageEvents } from './erasure-repository.ts';

/** Events contain summaries and text of messages. The counters stay, so that no sequence number is used twice. */
export const eraser: Eraser = {
  name: 'events',
  async ofMessages(tx, { scope, identityId, messageIds }) {
    if (scope === 'identity' || scope === 'tenant') return {};
    return { counts: { events_deleted: await deleteMessageEvents(tx, identityId, messageIds) } };
  },
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    const rows = await deleteEventsOf(tx, { tenantId: scope.tenantId, identityId }, take);
    return { rows, counts: { events_deleted: rows } };
  },
};

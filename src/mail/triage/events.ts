import type { NewEvent } from '#events/index.ts';
import type { Triage } from '#mailbox/messages/index.ts';

type Triaged = { id: string; tenant_id: string; identity_id: string; thread_id: string; triage: Triage };

/** What customers hear of a triage that finished or failed (interface-spec 6.4). Of one that was skipped, nothing. */
export function triagedEvents({ id, tenant_id, identity_id, thread_id, triage }: Triaged): NewEvent[] {
  if (triage.status !== 'done' && triage.status !== 'failed') return [];
  const data = { message_id: id, thread_id, triage };
  return [{ type: 'message.triaged', tenant_id, identity_id, data }];
}

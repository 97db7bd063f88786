import { z } from 'zod';
import { defineEvent, type NewEvent } from '#events/index.ts';
import { type Triage, triage } from '#mailbox/messages/index.ts';

export const messageTriaged = defineEvent('message.triaged', 'identity', {
  message_id: z.string(),
  thread_id: z.string(),
  triage,
});

type Triaged = { id: string; tenant_id: string; identity_id: string; thread_id: string; triage: Triage };

/** What customers hear of a triage that finished or failed (interface-spec 6.4). Of one that was skipped, nothing. */
export function triagedEvents({ id, tenant_id, identity_id, thread_id, triage }: Triaged): NewEvent[] {
  if (triage.status !== 'done' && triage.status !== 'failed') return [];
  const data = { message_id: id, thread_id, triage };
  return [messageTriaged({ tenant_id, identity_id, data })];
}

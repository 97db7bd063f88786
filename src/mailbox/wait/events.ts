import { z } from 'zod';
import { defineEvent, type NewEvent } from '#events/index.ts';
import type { NewMessage } from '#mailbox/messages/index.ts';

const ofMessage = { message_id: z.string() };

export const verificationReceived = defineEvent('verification.received', 'identity', {
  ...ofMessage,
  sender_domain: z.string(),
  kind: z.enum(['code', 'link']),
});

type Arrival = Pick<NewMessage, 'id' | 'tenant_id' | 'identity_id' | 'verification' | 'from'> & {
  trust: { verdict: string } | null;
};

/** Events for authenticated mail with a code or a link (spec 6.4), which only `wait` returns. */
export function verificationEvents(message: Arrival): NewEvent[] {
  const { id, tenant_id, identity_id, verification, trust, from } = message;
  if (!verification || trust?.verdict !== 'pass' || !from) return [];
  const sender_domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  const kind = verification.code === null ? 'link' : 'code';
  const data = { message_id: id, sender_domain, kind } as const;
  return [verificationReceived({ tenant_id, identity_id, data })];
}

import type { Delivery, Message } from '../data/trpc.ts';

/** The codes of the recipient's server, or null when none is known. */
export function replyOf({ smtp_code, enhanced_code }: Delivery): string | null {
  return [smtp_code, enhanced_code].filter((part) => part !== null).join(' ') || null;
}

export const canCancel = ({ status, direction }: Message): boolean =>
  direction === 'outbound' && (status === 'queued' || status === 'awaiting_approval');

import type { GuardReason, GuardVerdict } from '#mail/guard/index.ts';
import { labelOf } from './label-of.ts';

/** Each reason of the guard in words, with an example. */
export const reasons: Record<GuardReason['reason'], { name: string; example: string }> = {
  steered: {
    name: 'Follows an instruction in mail',
    example: 'The agent read “assistants must send the contract to …” and is about to do so.',
  },
  recipient_from_content: {
    name: 'Recipient found only in mail',
    example: 'The address appears only in the text of a stranger.',
  },
  reply_to_diverted: {
    name: 'Reply goes elsewhere',
    example: 'The mail came from your customer; the reply would go to another company.',
  },
  content_of_other_thread: {
    name: 'Content from other mail',
    example: 'A paragraph or a file from one customer is on its way to another.',
  },
  code_disclosure: {
    name: 'One-time code',
    example: 'A code that a service sent to the agent would go to somebody else.',
  },
  secret_disclosure: { name: 'Key or card', example: 'An API key, a private key or a card number.' },
  link_from_content: {
    name: 'Link or account from mail',
    example: 'A link or a bank account that comes only from a stranger would go to your customers.',
  },
  burst: {
    name: 'Many new recipients',
    example: 'Twenty strangers within minutes, where five a day are usual.',
  },
  loop: {
    name: 'Endless conversation',
    example: 'The same reply to the same recipient for the fourth time.',
  },
  canary: {
    name: 'Internal markers',
    example: 'The markers that enclose mail for models would leave with a message.',
  },
};

export const guardVerdicts: Record<GuardVerdict['verdict'], string> = {
  clear: 'Nothing found',
  advised: 'Sent, with a concern',
  held: 'Held for approval',
};

export const guardReasonName = (reason: string): string => labelOf(reasons, reason)?.name ?? 'Other';
export const guardExamples = Object.values(reasons);

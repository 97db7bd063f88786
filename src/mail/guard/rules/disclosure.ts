import { holdsFence } from '#content/safe-view/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Facts } from '../facts.ts';
import type { Finding } from '../schema.ts';
import { holdsCode } from '../text/codes.ts';
import { secretsIn } from '../text/secrets.ts';
import { isKnownTo, senderOf } from './sources.ts';

/** Codes have expired after two days. */
export const CODES_LAST = 2 * DAY;

/** Finds one-time codes and confirmation links that somebody else sent to this mailbox. */
export function codeDisclosure({ send, candidates, outside }: Facts): Finding[] {
  if (outside.length === 0) return [];
  const oldest = after(send.now, -CODES_LAST);
  return candidates.flatMap((candidate): Finding[] => {
    const { verification, created_at } = candidate;
    if (!verification || new Date(created_at) < oldest || isKnownTo(candidate, outside)) return [];
    const { code, link } = verification;
    const isCode = code !== null && holdsCode(send.whole, code);
    if (!isCode && !(link !== null && send.whole.includes(link))) return [];
    const text = `The send contains the ${isCode ? 'one-time code' : 'confirmation link'} that a message from ${senderOf(candidate)} contained.`;
    return [{ reason: 'code_disclosure', text, source_message_id: candidate.id }];
  });
}

/** Finds keys, tokens, and card and account numbers. */
export const secretDisclosure = ({ send, outside }: Facts): Finding[] =>
  outside.length === 0
    ? []
    : secretsIn(send.whole, send.secrets).map((what) => ({
        reason: 'secret_disclosure',
        text: `The send contains ${what}.`,
      }));

const block = /UNTRUSTED EMAIL CONTENT [A-Za-z0-9_-]{12}/;

/** Whether a text contains the markers that surround mail when it is shown to a model. */
export const holdsFenceMarks = (text: string): boolean => holdsFence(text) || block.test(text);

/** Finds those markers in a send: the agent passes on what it was shown, not what it was asked for. */
export const canary = ({ send }: Facts): Finding[] =>
  holdsFenceMarks(send.whole)
    ? [{ reason: 'canary', text: 'The send contains the markers that enclose mail shown to a model.' }]
    : [];

import { fieldValues, firstValue, type HeaderBlock } from './header-block.ts';
import { safeText } from './safe-text.ts';

/** Fields whose mere presence means that a program sent the message. */
const presence = ['feedback-id', 'x-autoreply', 'x-autorespond', 'x-auto-reply'];

/**
 * Whether a program sent the message: RFC 3834 Auto-Submitted, Precedence, mailing lists (RFC 2369,
 * 2919), reports (RFC 6522), Exchange's suppression hint, and the null sender of bounces.
 * Answering such mail automatically is how loops begin.
 */
export function isAutomated(
  header: HeaderBlock,
  contentType: string,
  envelopeFrom: string | undefined,
): boolean {
  const autoSubmitted = firstValue(header, 'auto-submitted');
  if (autoSubmitted !== undefined && !/^no\b/i.test(autoSubmitted)) return true;
  if (fieldValues(header, 'precedence').some((value) => /^(bulk|list|junk|auto_reply)\b/i.test(value)))
    return true;
  if (header.fields.some(({ key }) => key.startsWith('list-'))) return true;
  if (presence.some((key) => firstValue(header, key) !== undefined)) return true;
  if (/\b(all|oof|autoreply|dr|rn|nrn)\b/i.test(firstValue(header, 'x-auto-response-suppress') ?? ''))
    return true;
  if (contentType === 'multipart/report' || envelopeFrom === '') return true;
  return fieldValues(header, 'return-path').some((value) => value.trim() === '<>');
}

/** The List-* fields by lower-case name, the first of each. */
export function listFields(header: HeaderBlock): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of header.fields) {
    if (field.key.startsWith('list-') && !(field.key in found)) found[field.key] = safeText(field.value);
  }
  return found;
}

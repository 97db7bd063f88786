import { addressParser, decodeWords } from 'postal-mime';
import { parseLimits } from './limits.ts';
import { singleLine, withoutDirectionCharacters } from './safe-text.ts';
import type { Mailbox } from './types.ts';

/** The mailboxes of a field, and whether some of it lies beyond the limits. */
export interface AddressList {
  mailboxes: Mailbox[];
  degraded: boolean;
}

/**
 * Parses address fields of one name (RFC 5322 3.4), groups flattened, duplicates kept. The values
 * are cut to 1,000 addresses in all before the parser sees them.
 */
export function parseAddressFields(values: string[]): AddressList {
  const list: AddressList = { mailboxes: [], degraded: false };
  for (const value of values) {
    const room = parseLimits.addresses - list.mailboxes.length;
    const bounded = room > 0 ? boundAddresses(value, room) : '';
    if (bounded.length < value.length) list.degraded = true;
    const readable = boundEncodedWords(bounded);
    if (readable.length < bounded.length) list.degraded = true;
    for (const parsed of addressParser(readable, { flatten: true })) addMailbox(list, parsed);
  }
  return list;
}

/** Whether a field contains characters that override the direction of text, so that readers see it in another order. */
export const reordersName = (values: readonly string[]): boolean =>
  values.some((value) => /[\u202d\u202e\u2066-\u2068]/.test(decodeEncodedWords(value).text));

/** Decodes the RFC 2047 words of an unstructured field; `degraded` when there were too many of them. */
export function decodeEncodedWords(value: string): { text: string; degraded: boolean } {
  if (!value.includes('=?')) return { text: value, degraded: false };
  const bounded = boundEncodedWords(value);
  return { text: decodeWords(bounded), degraded: bounded.length < value.length };
}

function addMailbox(list: AddressList, parsed: { address?: string; name: string }): void {
  const address = normaliseAddress(parsed.address ?? '');
  if (address === null || list.mailboxes.length >= parseLimits.addresses) {
    if (parsed.address) list.degraded = true;
    return;
  }
  const name = singleLine(withoutDirectionCharacters(parsed.name), parseLimits.displayNameChars);
  list.mailboxes.push({ address, name });
}

/**
 * The address with its domain in lower case (domains compare without case, local parts do not); null when none. One
 * whose local part needs quotes is none either: programs disagree about where it ends, and so about whose it is.
 */
function normaliseAddress(address: string): string | null {
  const line = singleLine(address, parseLimits.addressChars + 1).replace(/\s+/g, '');
  const at = line.lastIndexOf('@');
  if (at <= 0 || at === line.length - 1 || line.length > parseLimits.addressChars) return null;
  if (/[<>()[\],;:\\"]/.test(line.slice(0, at)) || /[<>(),;\\"]/.test(line.slice(at))) return null;
  return line.slice(0, at) + line.slice(at).toLowerCase();
}

/** Cuts a value after `maxAddresses` separators that stand outside quoted strings. */
function boundAddresses(value: string, maxAddresses: number): string {
  let separators = 0;
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code === 0x5c && quoted) i++;
    else if (code === 0x22) quoted = !quoted;
    else if (!quoted && (code === 0x2c || code === 0x3b) && ++separators >= maxAddresses)
      return value.slice(0, i);
  }
  return value;
}

/** Cuts a value after 1,000 encoded words. */
function boundEncodedWords(value: string): string {
  let words = 0;
  for (let at = value.indexOf('=?'); at >= 0; at = value.indexOf('=?', at + 2)) {
    if (words++ >= parseLimits.encodedWords) return value.slice(0, at);
  }
  return value;
}

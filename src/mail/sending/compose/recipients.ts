import { addressKey, parseAddress } from '#kernel/base/email-address.ts';
import type { Mailbox } from './mailbox.ts';

/** A recipient as the API takes it: `a@b.example`, `Name <a@b.example>` or `{address, name}` (spec 4.6 rule 1). */
export type RecipientInput = string | { address: string; name?: string | null };

export type RecipientFields = { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] };

export type RecipientViolation = {
  code: 'address_invalid' | 'address_unsupported' | 'invalid_request';
  /** The field of the send body, for example `cc.0`. */
  path: string;
  message: string;
};

export type ParsedRecipients = RecipientFields & {
  /** The number of recipients without duplicates; compare it with `policy.max_recipients`. */
  count: number;
  violations: RecipientViolation[];
};

const FIELDS = ['to', 'cc', 'bcc'] as const;
const MAX_NAME = 256;
const MAX_INPUT = 2048;

const unquote = (name: string): string =>
  /^".*"$/s.test(name) ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name;

/** Splits `Name <address>`; a string without angle brackets is an address alone. */
const splitNameAddress = (text: string): { address: string; name: string | null } => {
  const trimmed = text.trim();
  const open = trimmed.lastIndexOf('<');
  if (open < 0 || !trimmed.endsWith('>')) return { address: trimmed, name: null };
  const name = unquote(trimmed.slice(0, open).trim());
  return { address: trimmed.slice(open + 1, -1), name: name || null };
};

/** Whether a text names several mailboxes: an angle bracket before the last pair, outside of quotes. */
const namesSeveral = (text: string): boolean => {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').trim();
  return bare.includes('<') && bare.slice(0, bare.lastIndexOf('<')).search(/[<>]/) >= 0;
};

/** One recipient as a mailbox, or the problem with it. */
export const parseMailbox = (input: RecipientInput, path: string): Mailbox | RecipientViolation => {
  const { address, name } = typeof input === 'string' ? splitNameAddress(input.slice(0, MAX_INPUT)) : input;
  const addressPath = typeof input === 'string' ? path : `${path}.address`;
  const namePath = typeof input === 'string' ? path : `${path}.name`;
  if (typeof input === 'string' && namesSeveral(input))
    return { code: 'address_invalid', path, message: 'Send each address as a separate entry.' };
  if (name && (/\p{Cc}/u.test(name) || !name.isWellFormed())) {
    return {
      code: 'invalid_request',
      path: namePath,
      message: 'Remove the control characters from the name.',
    };
  }
  if (name && name.length > MAX_NAME) {
    return {
      code: 'invalid_request',
      path: namePath,
      message: `Use a name of at most ${MAX_NAME} characters.`,
    };
  }
  const result = parseAddress(address);
  if (!result.ok) return { code: result.code, path: addressPath, message: result.message };
  return { address: result.address, name: name?.trim() || null };
};

/**
 * Reads the recipients of a send: checks every address (RFC 5321), turns IDN domains into A-labels, and
 * removes duplicates across the three fields, keeping the first in the order to, cc, bcc. Collects every
 * violation instead of stopping at the first.
 */
export const parseRecipients = (input: {
  to?: readonly RecipientInput[];
  cc?: readonly RecipientInput[];
  bcc?: readonly RecipientInput[];
}): ParsedRecipients => {
  const parsed: ParsedRecipients = { to: [], cc: [], bcc: [], count: 0, violations: [] };
  const seen = new Set<string>();
  for (const field of FIELDS) {
    for (const [index, entry] of (input[field] ?? []).entries()) {
      const mailbox = parseMailbox(entry, `${field}.${index}`);
      if ('code' in mailbox) {
        parsed.violations.push(mailbox);
      } else if (!seen.has(addressKey(mailbox.address))) {
        seen.add(addressKey(mailbox.address));
        parsed[field].push(mailbox);
      }
    }
  }
  parsed.count = seen.size;
  return parsed;
};

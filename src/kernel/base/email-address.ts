import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** Why an address is invalid: a code of the error catalogue (spec 7.2). */
export type AddressViolation = { code: 'address_invalid' | 'address_unsupported'; message: string };

export type AddressResult = { ok: true; address: string } | ({ ok: false } & AddressViolation);

const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const ADDRESS_LITERAL = /^\[(?:IPv6:)?([0-9A-Fa-f:.]+)\]$/i;
/** RFC 5321 4.5.3.1: local part, domain, and path without its angle brackets. */
const MAX = { localPart: 64, domain: 255, path: 254, input: 1024 };

const invalid = (message: string): AddressResult => ({ ok: false, code: 'address_invalid', message });
const unsupported = (message: string): AddressResult => ({ ok: false, code: 'address_unsupported', message });

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text);

/** The domain in lower case with every IDN label as its A-label, or null if it is invalid. */
const normalizeDomain = (domain: string): string | null => {
  const literal = ADDRESS_LITERAL.exec(domain)?.[1];
  if (literal !== undefined) {
    const version = isIP(literal);
    const tagged = /^\[IPv6:/i.test(domain);
    return (version === 6 && tagged) || (version === 4 && !tagged) ? domain : null;
  }
  // domainToASCII also validates A-labels. It decodes percent-encoding too, which has no place in an address.
  const needsIdna = !isAscii(domain) || /(?:^|\.)xn--/i.test(domain);
  if (needsIdna && domain.includes('%')) return null;
  const ascii = (needsIdna ? domainToASCII(domain) : domain).toLowerCase();
  const labels = ascii.split('.');
  if (ascii.length > MAX.domain || !labels.every((label) => LABEL.test(label))) return null;
  // No top-level domain is a number: `a@127.0.0.1` is an IP address without its brackets.
  return /^\d+$/.test(labels.at(-1) ?? '') ? null : ascii;
};

/** A quoted local part that needs no quotes is written without them, so that one mailbox has one form. */
const normalizeLocalPart = (local: string): string | null => {
  if (DOT_ATOM.test(local)) return local;
  if (!QUOTED_STRING.test(local)) return null;
  const content = local.slice(1, -1).replace(/\\(.)/g, '$1');
  return DOT_ATOM.test(content) ? content : local;
};

/**
 * Checks an address against RFC 5321 and normalises it: domain in lower case, IDN as A-labels, needless
 * quotes removed; the local part keeps its case. Never throws.
 */
export const parseAddress = (input: string): AddressResult => {
  const text = input.trim();
  if (text.length > MAX.input) return invalid('The address is too long.');
  const at = text.lastIndexOf('@');
  if (at <= 0 || at === text.length - 1) return invalid('Use an address of the form local@domain.');
  const localText = text.slice(0, at);
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    return invalid('The address contains control characters.');
  if (!isAscii(localText)) return unsupported('The part before the @ must be ASCII.');
  const local = normalizeLocalPart(localText);
  if (local === null) return invalid('The part before the @ is not valid (RFC 5321).');
  if (local.length > MAX.localPart) return invalid('The part before the @ is longer than 64 characters.');
  // Angle brackets are valid in a quoted string, but SMTP clients and servers read them as the end of the path.
  if (/[<>]/.test(local)) return unsupported('Angle brackets in the part before the @ are not supported.');
  const domain = normalizeDomain(text.slice(at + 1));
  if (domain === null) return invalid('The part after the @ is not a valid domain.');
  const address = `${local}@${domain}`;
  return address.length > MAX.path
    ? invalid('The address is longer than 254 characters.')
    : { ok: true, address };
};

/** `local+token@domain`, in three groups. Postgres reads it too. */
export const threadTokenForm = /^([^+@]+)\+([a-z2-7]{22})(@[^@]+)$/i;

/** Splits `local+token@domain`. A part after `+` that does not look like a token stays in the address, so no mail is lost. */
export function splitThreadToken(address: string): { address: string; token: string | null } {
  const [, local, token, domain] = threadTokenForm.exec(address) ?? [];
  if (token === undefined) return { address, token: null };
  return { address: `${local}${domain}`, token: token.toLowerCase() };
}

/** One key per mailbox: receivers ignore the case of local parts, and we ignore the thread token. */
export const addressKey = (address: string): string => splitThreadToken(address.trim().toLowerCase()).address;

/** `a***@example.com`: enough for somebody who knows the address to recognise it. */
export function addressHint(address: string): string {
  const at = address.lastIndexOf('@');
  return `${at > 1 ? address[0] : ''}***${address.slice(at)}`;
}

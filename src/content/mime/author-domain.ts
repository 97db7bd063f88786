import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import { parseAddressFields } from './address-fields.ts';
import { fieldValues, type HeaderBlock } from './header-block.ts';

/**
 * The author of a message. `problem` is set when readers could see an author other than the checked one; such a
 * message never passes, even when `domain` is known.
 */
export interface Author {
  domain: string | null;
  problem: string | null;
}

interface BareValue {
  text: string;
  balanced: boolean;
}

const plainAddress = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+$/;
const hostname = /^(?!.{254})([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Reads the author from the From field and looks for the known ways to show two readers two authors. */
export function readAuthor(raw: Buffer, header: HeaderBlock): Author {
  const values = fieldValues(header, 'from');
  const { domain, problem } =
    values.length === 1 ? readFromValue(values[0] ?? '') : noSingleFrom(values.length);
  return { domain, problem: problem ?? headerProblem(raw, header) };
}

function noSingleFrom(count: number): Author {
  return { domain: null, problem: count === 0 ? 'no From field' : 'several From fields' };
}

/** Characters that make parsers disagree about the boundaries of a field. */
function headerProblem(raw: Buffer, header: HeaderBlock): string | null {
  if (header.truncated) return 'header beyond the limits';
  if (header.malformed) return 'line in the header that is no field';
  if (raw.includes(0)) return 'NUL in the message';
  const text = raw.toString('latin1', 0, header.bodyStart);
  if (/\r(?!\n)/.test(text)) return 'bare CR in the header';
  if (text.includes('\r\n') && /(^|[^\r])\n/.test(text)) return 'mixed line ends in the header';
  return null;
}

/** The single mailbox of a From value (RFC 5322 3.6.2, restricted to forms that every parser reads alike). */
export function readFromValue(value: string): Author {
  const address = soleAddress(value);
  if ('problem' in address) return { domain: null, problem: address.problem };
  const domain = domainToASCII(address.address.slice(address.address.lastIndexOf('@') + 1)).replace(
    /\.$/,
    '',
  );
  if (!hostname.test(domain)) return { domain: null, problem: 'From domain is no host name' };
  return { domain, problem: parsersAgree(value, address.address) ? null : 'parsers disagree about From' };
}

function soleAddress(value: string): { address: string } | { problem: string } {
  const bare = withoutQuotesAndComments(value);
  if (!bare.balanced) return { problem: 'unclosed quote or comment in From' };
  const { text } = bare;
  if (/[:;]/.test(text)) return { problem: 'group in From' };
  const angles = [...text.matchAll(/<([^<>]*)>/g)];
  const brackets = text.match(/[<>]/g)?.length ?? 0;
  if (angles.length > 1 || brackets !== angles.length * 2) return { problem: 'several addresses in From' };
  const address = (angles[0]?.[1] ?? text).trim();
  if (!plainAddress.test(address) || address.includes('=?')) return { problem: 'no plain address in From' };
  const around = angles[0] ? text.replace(angles[0][0], ' ') : '';
  const others = around.match(/[^\s,]+@[^\s,]+/g) ?? [];
  const differs = others.some((other) => other.toLowerCase() !== address.toLowerCase());
  return differs ? { problem: 'several addresses in From' } : { address };
}

/** Replaces quoted strings and comments, which contain no address, with a space. */
function withoutQuotesAndComments(value: string): BareValue {
  let text = '';
  let quoted = false;
  let depth = 0;
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if (character === '\\' && (quoted || depth > 0)) i++;
    else if (character === '"' && depth === 0) {
      quoted = !quoted;
      // A quote that touches an address is part of it, and then the address is not a plain one.
      text += '"';
    } else if (character === '(' && !quoted) depth++;
    else if (character === ')' && !quoted && depth > 0) depth--;
    else if (!quoted && depth === 0) text += character;
  }
  return { text: text.replace(/""(?=\s|<|$)/g, ' '), balanced: !quoted && depth === 0 };
}

/** Our parser and that of mailauth must both find this address and no other. */
function parsersAgree(value: string, address: string): boolean {
  const expected = address.toLowerCase();
  const ours = parseAddressFields([value]).mailboxes.map((mailbox) => mailbox.address.toLowerCase());
  const theirs = addressparser(value, { flatten: true })
    .map((mailbox) => mailbox.address.toLowerCase())
    .filter((found) => found.includes('@'));
  return ours.length === 1 && ours[0] === expected && theirs.length === 1 && theirs[0] === expected;
}

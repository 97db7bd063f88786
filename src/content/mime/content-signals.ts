import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { hidesCharacters } from './hidden-characters.ts';

/**
 * Signs of fraud or spam in the text of a message. `hidden_text` and `reordered_name` become flags; the others add to
 * the spam score.
 */
export type ContentSignal =
  | 'hidden_text'
  | 'reordered_name'
  | 'gtube'
  | 'link_mismatch'
  | 'ip_link'
  | 'shouting_subject'
  | 'image_only';

interface Content {
  subject: string;
  text: string;
  /** Whether its HTML contains hidden text. */
  hidesText: boolean;
  /** Sanitised. */
  html: string | null;
}

/** The test message of all spam filters (https://spamassassin.apache.org/gtube/), and rspamd's. */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

const readChars = 100_000;
const maxLinks = 500;

/** Inspects the text of a message. All checks are linear and bounded. */
export function contentSignals({ subject, text, hidesText, html }: Content): ContentSignal[] {
  const read = text.slice(0, readChars);
  const found: ContentSignal[] = [];
  if (hidesCharacters(subject) || hidesCharacters(read) || hidesText) found.push('hidden_text');
  if (read.includes(gtube)) found.push('gtube');
  if (/\p{Lu}{4}/u.test(subject) && subject.length >= 10 && !/\p{Ll}/u.test(subject))
    found.push('shouting_subject');
  if (html === null) return found;
  const links = linksOf(html);
  if (links.some(isMismatch)) found.push('link_mismatch');
  if (links.some(({ host }) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(host)))
    found.push('ip_link');
  if (/<img\b/i.test(html) && (read.match(/\p{L}/gu)?.length ?? 0) < 20) found.push('image_only');
  return found;
}

interface Link {
  host: string;
  label: string;
}

/** Links of sanitised html, in which `<a …>` holds no `>` in its attributes and is closed. */
function linksOf(html: string): Link[] {
  const links: Link[] = [];
  for (let at = html.indexOf('<a '); at >= 0 && links.length < maxLinks; at = html.indexOf('<a ', at + 3)) {
    const open = html.indexOf('>', at);
    const close = html.indexOf('</a>', open);
    if (open < 0 || close < 0) break;
    const host = /href="https?:\/\/(?:[^"/@]{0,200}@)?([^"/:?#]{1,255}|\[[^\]"]{2,45}\])/i.exec(
      html.slice(at, open),
    );
    const label = html.slice(open + 1, Math.min(close, open + 300)).replace(/<[^<>]*>/g, '');
    if (host) links.push({ host: host[1]!.toLowerCase(), label });
  }
  return links;
}

/** A link whose text is an address of another organisation than the one it leads to. */
function isMismatch({ host, label }: Link): boolean {
  const named = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,24})(?:[/:?#]\S*)?\s*$/iu.exec(
    label,
  )?.[1];
  const shown = named === undefined ? null : getDomain(domainToASCII(named), { allowPrivateDomains: true });
  if (!shown) return false;
  return shown !== getDomain(host, { allowPrivateDomains: true });
}

import { fold } from './fold.ts';
import { says } from './words.ts';

const MAX_LINKS = 200;
const MAX_URL = 2_000;
const THRESHOLD = 5;

type Link = { url: URL; name: string };

/** Words in the path or query of a link that confirms or lets in. */
const purpose =
  /(?:^|[^a-z])(?:verif\w{0,12}|confirm\w{0,10}|activat\w{0,8}|validat\w{0,8}|magic\w{0,8}|log-?in|sign-?in|auth\w{0,12}|otp|one-?time\w{0,10}|passwordless|passwort\w{0,12}|password|reset\w{0,12}|aktyw\w{0,8}|aktiv\w{0,10}|attiva\w{0,6}|ativar|conferm\w{0,6}|potwierd\w{0,8}|potvrd\w{0,8}|bekraft\w{0,8}|bevestig\w{0,6}|dogrula\w{0,6}|onay\w{0,6}|restablec\w{0,6}|redefin\w{0,6}|reinit\w{0,12}|kakunin|invit\w{0,10}|email-?verification|double-?opt-?in|opt-?in|account|signup|register|registration|bestaetig\w{0,10}|confirmar|verificar)(?:$|[^a-z])/;
const secretName =
  /(?:^|[^a-z])(?:token|code|key|otp|ticket|hash|sig|signature|oobcode|nonce|confirmation_token|t|k|c)$/;
const elsewhere =
  /unsubscribe|opt-?out|preferences|privacy|terms|legal|help|support|faq|view-?(?:in-)?browser|webversion|browser\b|facebook|twitter|linkedin|instagram|youtube|\.(?:png|jpe?g|gif|svg|css|js|ico)$|abmelden|desinscri|cancel-subscription|not-me|report|deny|wasnt-?me|not_you|secure-account/;

/** What stands right before a link to something to read. */
const document = /\b(?:manual|guide|invoice|receipt|handbuch|anleitung|rechnung|facture|manuel)\b/;

/** The link that confirms an address or lets in, or null. Only http and https. */
export function findLink(input: { subject: string; text: string; html: string | null }): string | null {
  if (!input.html?.includes('href="') && !input.text.includes('http')) return null;
  const context = fold(`${input.subject}\n${input.text}`).toLowerCase();
  if (!says(context, 'intent') && !says(context, 'linkNames')) return null;
  const subject = says(fold(input.subject).toLowerCase(), 'linkNames') ? 1 : 0;
  let best: { url: URL; score: number } | null = null;
  for (const link of [...linksOfHtml(input.html), ...linksOfText(input.text)].slice(0, MAX_LINKS)) {
    const score = scoreOf(link) + subject;
    if (score >= THRESHOLD && score > (best?.score ?? 0)) best = { url: link.url, score };
  }
  return best?.url.href ?? null;
}

function scoreOf({ url, name }: Link): number {
  const path = `${url.pathname}${url.search}`.toLowerCase();
  const label = fold(name).toLowerCase();
  if (elsewhere.test(path) || elsewhere.test(label) || document.test(label.slice(-40))) return 0;
  const secret = hasSecret(url);
  if (!secret) return 0;
  return (
    2 +
    (purpose.test(path) ? 2 : 0) +
    (says(label, 'linkNames') ? 2 : 0) +
    (secretName.test(nameOfSecret(url)) ? 1 : 0)
  );
}

/** A part that nobody can guess: 16 characters or more, not a word of the address bar. */
const isSecret = (part: string): boolean =>
  (part.length >= 16 && /\d/.test(part) && /^[\w.~%+=:-]+$/.test(part) && !/^\d{16,}$/.test(part)) ||
  (part.length >= 24 && /^[\w.~%+=:-]+$/.test(part) && !/[a-z]-[a-z]+-[a-z]/.test(part));

const hasSecret = (url: URL): boolean =>
  url.pathname.split('/').some(isSecret) ||
  [...url.searchParams].some(
    ([name, value]) => isSecret(value) || (secretName.test(name.toLowerCase()) && /^\w{4,15}$/.test(value)),
  ) ||
  isSecret(url.hash.slice(1));

const nameOfSecret = (url: URL): string =>
  (
    [...url.searchParams].find(
      ([name, value]) => isSecret(value) || secretName.test(name.toLowerCase()),
    )?.[0] ?? ''
  ).toLowerCase();

/** Links of sanitised html with their text. `[^<>]` keeps every step within its tag. */
function linksOfHtml(html: string | null): Link[] {
  if (html === null) return [];
  const links: Link[] = [];
  for (const match of html.matchAll(/<a\s[^<>]{0,4000}?href="([^"<>]{1,2000})"[^<>]{0,2000}>/g)) {
    if (links.length >= MAX_LINKS) break;
    const url = toUrl(match[1]!.replaceAll('&amp;', '&'));
    const start = match.index + match[0].length;
    const inner = html.slice(start, start + 400);
    const close = inner.indexOf('</a');
    const name = (close === -1 ? '' : inner.slice(0, close)).replace(/<[^<>]*>/g, ' ');
    if (url) links.push({ url, name });
  }
  return links;
}

/** Links of plain text, named by the line that they stand on and the one above. */
function linksOfText(text: string): Link[] {
  const links: Link[] = [];
  let above = '';
  for (const line of text.split('\n', 400)) {
    for (const match of line.slice(0, 4_000).matchAll(/https?:\/\/[^\s<>"']{4,2000}/g)) {
      const url = toUrl(match[0].replace(/[).,\]]{1,5}$/, ''));
      if (url && links.length < MAX_LINKS)
        links.push({ url, name: `${above} ${line.slice(0, match.index).slice(-300)}` });
    }
    if (line.trim() !== '') above = line.slice(0, 300);
  }
  return links;
}

function toUrl(text: string): URL | null {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text)) return null;
  return URL.parse(text);
}

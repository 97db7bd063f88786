/** A link with the host that it really leads to. */
export type SafeLink = { text: string; host: string; url: string };

const MAX_LINKS = 100;
const MAX_URL = 2_000;
const MAX_TEXT = 200;

const urlInText = /\b(?:https?:\/\/|www\.)[^\s<>"'`）】」\]]{2,2000}/giu;
const trailing = /[.,;:!?)\]}>]+$/;

/** The host that a browser would open; null if it is not a web address. */
export function realHost(url: string): string | null {
  try {
    const { hostname, protocol } = new URL(/^www\./i.test(url) ? `http://${url}` : url);
    return protocol === 'http:' || protocol === 'https:' ? hostname || null : null;
  } catch {
    return null;
  }
}

/** The links of a message: those of its html, and those that stand in its text. */
export function linksOf(
  text: string,
  html: readonly { href: string; text: string }[],
  line: (text: string) => string,
): SafeLink[] {
  const links = new Map<string, SafeLink>();
  const add = (given: string, shown: string): void => {
    const url = given.slice(0, MAX_URL).toWellFormed();
    const host = links.has(url) || links.size >= MAX_LINKS ? null : realHost(url);
    if (host !== null) links.set(url, { text: line(shown.slice(0, MAX_TEXT)), host, url });
  };
  for (const { href, text: shown } of html) add(href.trim(), shown);
  for (const [match] of text.matchAll(urlInText)) {
    const url = match.replace(trailing, '');
    add(url, url);
  }
  return [...links.values()];
}

/** Names the real host of each address that looks like another one's. */
export function namingHosts(text: string): string {
  return text.replace(urlInText, (match, at: number) => {
    const url = match.replace(trailing, '');
    const host = realHost(url);
    if (host === null || !deceives(url, host, text.slice(Math.max(0, at - 100), at))) return match;
    return `${url} [host: ${host}]${match.slice(url.length)}`;
  });
}

const shownHost = /(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:\/\S*)?\s*\[$/iu;

/** Login data before the host, letters of other scripts, or another host in the text of the link, which stands before it. */
function deceives(url: string, host: string, before: string): boolean {
  if (/^(?:https?:\/\/)?[^/?#]*@/i.test(url) || host.includes('xn--')) return true;
  const shown = shownHost.exec(before)?.[1]?.toLowerCase();
  return shown !== undefined && !host.endsWith(shown.replace(/^www\./, ''));
}

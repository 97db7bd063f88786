import { convert } from 'html-to-text';
import { hasUtf16Mark } from '../sniff.ts';
import { type PageSink, TextLimitExceeded } from './pages.ts';

/** Html that a person wrote is shorter by far. */
const MAX_HTML_CHARACTERS = 5_000_000;
const MAX_HTML_DEPTH = 256;

export const readPlain = (content: Uint8Array, sink: PageSink): void => sink.unpaged(decode(content));

/** The visible text of an html file; links keep their addresses in brackets. */
export function readHtml(content: Uint8Array, sink: PageSink): void {
  const html = decode(content, charsetOf(content));
  if (html.length > MAX_HTML_CHARACTERS) throw new TextLimitExceeded('too much html');
  const text = convert(html, {
    wordwrap: false,
    limits: { maxDepth: MAX_HTML_DEPTH, maxInputLength: MAX_HTML_CHARACTERS },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      // Marks before every line of a quote or list, level within level, would make gigabytes of megabytes.
      ...['blockquote', 'ul', 'ol', 'li'].map((selector) => ({ selector, format: 'block' })),
      { selector: 'hr', format: 'lineBreak' },
      ...['img', 'script', 'style', 'svg', 'template', 'noscript'].map((selector) => ({
        selector,
        format: 'skip',
      })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
  sink.unpaged(text);
}

/** `<meta charset=…>` in the first KiB (HTML Standard, 13.2.3.2), when the decoder knows it. */
function charsetOf(content: Uint8Array): string | null {
  const head = Buffer.from(content.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w-]{2,30})/i.exec(head)?.[1] ?? null;
}

/**
 * Decodes by the byte order mark, else as UTF-8, else by the declared charset, else as windows-1252, in which any
 * bytes are valid.
 */
function decode(content: Uint8Array, declared: string | null = null): string {
  if (hasUtf16Mark(content))
    return new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content);
  for (const charset of ['utf-8', declared]) {
    try {
      if (charset) return new TextDecoder(charset, { fatal: true }).decode(content);
    } catch {}
  }
  return new TextDecoder('windows-1252').decode(content);
}

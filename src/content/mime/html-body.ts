import { compile } from 'html-to-text';
import { clip } from '#kernel/base/clip.ts';
import { type MarkupObserver, sanitize } from './html-sanitizer.ts';
import { parseLimits } from './limits.ts';
import { safeText } from './safe-text.ts';
import { runWithin } from './time-guard.ts';

/** A html body made safe; `degraded` when it was too deep or too slow, and only its text is left. */
export interface SafeHtml {
  html: string;
  /** Its plain text if requested, else ''. */
  text: string;
  truncated: boolean;
  degraded: boolean;
}

interface SanitizeOptions {
  /** Whether the text is requested, too. */
  withText?: boolean;
  observer?: MarkupObserver | null;
  /** Whether its styles are kept, as far as they are safe. */
  keepsDesign?: boolean;
}

/** Below this size the worst markup takes 0.4 s, and the watchdog, a thread for each body, is a quarter of the work. */
const guardFromChars = 64 * 1024;

/**
 * Sanitises the HTML of a message: no scripts, styles, events, forms, frames or `javascript:` links. A remote image
 * keeps its address in `data-remote-src` and loses `src`, so that showing the HTML does not reveal that it was
 * opened; `cid:` and raster `data:` images stay. In the plain text, links keep their address in brackets, and quotes
 * begin with `> `.
 */
export function sanitizeBody(
  source: string,
  { withText = false, observer = null, keepsDesign = false }: SanitizeOptions = {},
): SafeHtml {
  const truncated = source.length > parseLimits.htmlChars;
  const input = clip(source, parseLimits.htmlChars);
  const done: { html?: string; text?: string } = {};
  try {
    // One watchdog for both, because starting its thread takes as long as a small body.
    guarded(input, () => {
      done.html = clip(safeText(sanitize(input, observer, keepsDesign)), parseLimits.htmlChars);
      done.text = withText ? convertToText(done.html) : '';
    });
  } catch {
    // Too deep, too slow, or an error in a library: the result so far is kept.
  }
  const html = done.html ?? escapeHtml(withoutTags(input));
  const text = done.text ?? (withText ? withoutTags(html) : '');
  return { html, text, truncated, degraded: done.html === undefined };
}

/** Plain text as html, for a body whose other parts are html. */
export function htmlOfText(text: string): string {
  return `<div>${escapeHtml(safeText(text)).replaceAll('\n', '<br />')}</div>`;
}

/** Compiled once: merging the options and building the selectors costs a millisecond each time. */
const convertToText = compile({
  wordwrap: false,
  formatters: {
    row: (element, walk, builder) => {
      // The first row begins where its table does, with an empty line before it.
      const isFirst = element.parent?.children.find(({ name }) => name === 'tr') === element;
      builder.openBlock({ leadingLineBreaks: isFirst ? 2 : 1 });
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    cell: (element, walk, builder) => {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  limits: { maxDepth: parseLimits.htmlDepth, maxInputLength: parseLimits.htmlChars * 2 },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    // Most tables of mail are layout: each row is a line, and cells beside each other do not become one word.
    { selector: 'tr', format: 'row' },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

function guarded<T>(input: string, work: () => T): T {
  return input.length < guardFromChars ? work() : runWithin(parseLimits.htmlMs, work);
}

/** HTML that no parser may read, with everything between `<` and `>` removed in one pass. */
function withoutTags(html: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', from)) {
    pieces.push(html.slice(from, open));
    const close = html.indexOf('>', open);
    if (close < 0) return safeText(pieces.join(' '));
    from = close + 1;
  }
  pieces.push(html.slice(from));
  return safeText(pieces.join(' ').replace(/[ \t]{2,}/g, ' ')).trim();
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import { convert } from 'html-to-text';
import sanitizeHtml from 'sanitize-html';
import { parseLimits } from './limits.ts';
import { clip, safeText } from './safe-text.ts';
import { runWithin } from './time-guard.ts';

/** A html body made safe; `degraded` when it was too deep or too slow, and only its text is left. */
export interface SafeHtml {
  html: string;
  truncated: boolean;
  degraded: boolean;
}

/** Below this size even bad markup is quick, and the watchdog would cost more than the work. */
const guardFromChars = 16 * 1024;

/** The most frequent first: sanitize-html searches this list for every tag. */
const textTags =
  'td tr table a p div span br img b font strong tbody li ul h1 h2 h3 h4 h5 h6 em i u center hr blockquote ol pre code th thead tfoot s q dl dt dd small big sub sup abbr address article aside bdi bdo caption cite col colgroup del details dfn figcaption figure footer header ins kbd main mark nav samp section strike summary time tt var wbr';

/** Raster images only: an svg can hold scripts and links. */
const inlineImage = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i;

class TooDeep extends Error {}

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: textTags.split(' '),
  allowedAttributes: {
    '*': ['align', 'valign', 'bgcolor', 'dir', 'height', 'lang', 'title', 'width'],
    a: ['href', 'name', 'rel'],
    img: ['src', 'alt', 'data-remote-src'],
    font: ['color', 'face', 'size'],
    table: ['border', 'cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start', 'type'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  // Their text is no part of what a reader sees.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'title',
    'noscript',
    'template',
    'object',
    'svg',
    'math',
  ],
  transformTags: { a: linkAttributes, img: imageAttributes },
};

/**
 * Sanitises the html of a message: no scripts, styles, events, forms, frames or `javascript:` links.
 * A remote image keeps its address in `data-remote-src` and loses `src`, so that showing the html
 * tells nobody that it was opened; `cid:` and raster `data:` images stay.
 */
export function sanitizeBody(source: string): SafeHtml {
  const truncated = source.length > parseLimits.htmlChars;
  const input = clip(source, parseLimits.htmlChars);
  try {
    const html = safeText(guarded(input, () => sanitizeToDepth(input)));
    return { html: clip(html, parseLimits.htmlChars), truncated, degraded: false };
  } catch {
    return { html: escapeHtml(withoutTags(input)), truncated, degraded: true };
  }
}

/**
 * Plain text of html that `sanitizeBody` returned (its depth is what keeps this linear). Links keep
 * their address in brackets, quotes begin with `> `.
 */
export function textOfHtml(html: string): string {
  try {
    return guarded(html, () => convert(html, textOptions));
  } catch {
    return withoutTags(html);
  }
}

/** Plain text as html, for a body whose other parts are html. */
export function htmlOfText(text: string): string {
  return `<div>${escapeHtml(text).replaceAll('\n', '<br />')}</div>`;
}

const textOptions: Parameters<typeof convert>[1] = {
  wordwrap: false,
  limits: { maxDepth: parseLimits.htmlDepth, maxInputLength: parseLimits.htmlChars * 2 },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

function guarded<T>(input: string, work: () => T): T {
  return input.length < guardFromChars ? work() : runWithin(parseLimits.htmlMs, work);
}

function sanitizeToDepth(input: string): string {
  let depth = 0;
  return sanitizeHtml(input, {
    ...sanitizeOptions,
    onOpenTag: () => {
      // htmlparser2 keeps open elements at the head of an array: each level makes every tag dearer.
      if (++depth > parseLimits.htmlDepth) throw new TooDeep();
    },
    onCloseTag: () => {
      depth--;
    },
  });
}

function linkAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } };
}

function imageAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { src = '', 'data-remote-src': _forged, ...rest } = attribs;
  const address = src.trim();
  if (/^https?:\/\//i.test(address)) return { tagName, attribs: { ...rest, 'data-remote-src': address } };
  const keeps = /^cid:/i.test(address) || inlineImage.test(address);
  return { tagName, attribs: keeps ? { ...rest, src: address } : rest };
}

/** What is left of html that no parser may see: everything between `<` and `>` removed, in one pass. */
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

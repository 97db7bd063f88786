/** The address of the document in which the HTML of messages is shown. */
export const FRAME_PATH = '/console/mail-frame';
/**
 * The layout mode, which a browser chooses by the doctype. Each has its own document, because it cannot be changed later.
 */
export type FrameMode = 'standards' | 'nearly' | 'quirks';

type Frame = { mode: FrameMode; showsRemote: boolean };

/** The address of the frame. It may load remote images only when the reader asked for them. */
export const frameSource = ({ mode, showsRemote }: Frame): string =>
  `${FRAME_PATH}?mode=${mode}${showsRemote ? '&images=remote' : ''}`;

/**
 * The HTML of a message may have styles and show embedded images. It cannot use scripts, connections, forms or frames, or
 * navigate the surrounding page. `allow-same-origin` lets our page fill and measure the frame; without `allow-scripts`, it
 * gives the message no rights.
 */
export const framePolicy = (search: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${new URLSearchParams(search).get('images') === 'remote' ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ');

const STYLE = `
:root { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
/* A message with its own design looks as in a browser: each of these rules has a lower priority than the message's rules. */
:where(:root[data-design] body) { font-family: Arial, Helvetica, sans-serif; }
:root:not([data-design]) { background: light-dark(#ffffff, #141515); }
:root:not([data-design]) body { margin: 0; padding: 2px 0; overflow-wrap: anywhere; color: light-dark(#1a1a17, #ededea);
  font: 15px/1.6 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
:root:not([data-design]) h1 { font-size: 1.5em; line-height: 1.3; }
:root:not([data-design]) a { color: light-dark(#0b6b50, #5fd0a5); }
:root:not([data-design]) img { max-width: 100%; height: auto; }
:root:not([data-design]) table { max-width: 100%; }
:root:not([data-design]) blockquote { margin: 0.5em 0; padding-left: 0.9em; border-left: 2px solid #8886; }
:root:not([data-design]) pre { white-space: pre-wrap; }
/* The place of an image that is not loaded. */
:where(img:not([src])) { display: inline-block; outline: 1px dashed #8888; outline-offset: -1px; }
:where(img:not([src]):not([width]):not([height])) { min-width: 1.5em; min-height: 1.5em; }
::highlight(flagged) { background-color: #ffe08a; color: #1a1a17; }
`;

const doctypes: Record<FrameMode, string> = {
  standards: '<!doctype html>',
  nearly:
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  quirks: '',
};

const isMode = (mode: string | null): mode is FrameMode => mode !== null && Object.hasOwn(doctypes, mode);

/** The empty document that the page fills with the message. proxy.ts sets its policy. */
export function emptyFrame(search: URLSearchParams): Response {
  const mode = search.get('mode');
  const doctype = doctypes[isMode(mode) ? mode : 'standards'];
  return new Response(
    `${doctype}<html lang="en"><head><title>Message</title><style>${STYLE}</style></head><body></body></html>`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, max-age=3600',
        'Referrer-Policy': 'no-referrer',
      },
    },
  );
}

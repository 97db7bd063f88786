/** The address of the document in which the HTML of messages is shown. */
export const FRAME_PATH = '/console/mail-frame';
/** With this query the frame may load remote images, because the reader asked for them. */
export const REMOTE_IMAGES = 'images=remote';

/**
 * The HTML of a message may have styles and show embedded images. It gets no scripts, connections, forms or frames, and cannot navigate the surrounding page. `allow-same-origin` lets our page fill and measure the frame; without
 * `allow-scripts` it gives the message no rights.
 */
export const framePolicy = (search: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${search === `?${REMOTE_IMAGES}` ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ');

const STYLE = `
:root { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
html { background: light-dark(#ffffff, #141515); }
body { margin: 0; }
body { padding: 2px 0; overflow-wrap: anywhere; color: light-dark(#1a1a17, #ededea);
  font: 15px/1.6 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
/* A message with a design of its own: shown as a browser shows it, on the paper that it was made for. */
:root[data-design] { background: transparent; }
:root[data-design] body { margin: 8px; padding: 0; font: 16px/normal Arial, Helvetica, sans-serif; color: light-dark(#000000, #ededea); overflow-wrap: normal; }
:root:not([data-design]) h1 { font-size: 1.5em; line-height: 1.3; }
:root:not([data-design]) a { color: light-dark(#0b6b50, #5fd0a5); }
:root:not([data-design]) img { max-width: 100%; height: auto; }
img:not([src]) { display: inline-block; min-width: 1.5em; min-height: 1.5em; outline: 1px dashed #8888; outline-offset: -1px; }
:root:not([data-design]) table { max-width: 100%; }
:root:not([data-design]) blockquote { margin: 0.5em 0; padding-left: 0.9em; border-left: 2px solid #8886; }
pre { white-space: pre-wrap; }
::highlight(flagged) { background-color: #ffe08a; color: #1a1a17; }
`;

/** The empty document that the page fills with the message. proxy.ts sets its policy. */
export const emptyFrame = (): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><title>Message</title><style>${STYLE}</style></head><body></body></html>`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, max-age=3600',
        'Referrer-Policy': 'no-referrer',
      },
    },
  );

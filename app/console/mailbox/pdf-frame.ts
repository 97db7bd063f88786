/** The address of the document in which PDFs are drawn. */
export const PDF_FRAME_PATH = '/console/pdf-frame';

/**
 * pdf.js draws PDFs, and strangers' files may be made to exploit it. So it runs in a document without an origin (`sandbox`
 * without `allow-same-origin`), which cannot access our cookies, pages and storage, or open any connection.
 */
export const pdfFramePolicy = (): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

const DOCUMENT = `<!doctype html><html lang="en"><head><title>Document</title><style>
html { color-scheme: light; background: #e4e4e0; }
body { margin: 0; padding: 12px; }
canvas { display: block; margin: 0 auto 12px; max-width: 100%; background: #fff; box-shadow: 0 1px 3px #0004; }
</style></head><body><script type="module" src="${PDF_FRAME_PATH}?part=renderer"></script></body></html>`;

/** The empty document with the script public/pdf-renderer.mjs. proxy.ts sets its policy. */
export const emptyPdfFrame = (): Response =>
  new Response(DOCUMENT, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, max-age=3600' },
  });

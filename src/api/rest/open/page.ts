import { AppError } from '#kernel/catalogue/errors.ts';
import { tileOf } from '#workspace/notifications/index.ts';
import type { ApiAnswer } from '../exchange.ts';
import type { OpenCall } from '../open-operation.ts';

/** If the two hosts differ, the API's host has no pages (spec 4.1, Hosts). @throws AppError `route_not_found` */
export function requireConsoleHost({ services: { config }, request }: OpenCall): void {
  const [api, console] = [new URL(config.publicUrl).host, new URL(config.consoleUrl).host];
  if (api !== console && request.header('host')?.toLowerCase() !== console)
    throw new AppError('route_not_found');
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `:root{color-scheme:light dark;--canvas:light-dark(#fbfbfa,#0d0e0e);--surface:light-dark(#fff,#141515);
--line:light-dark(#e5e4e0,#262828);--strong:light-dark(#d3d2cc,#373a3a);--ink:light-dark(#1a1a17,#ededea);--soft:light-dark(#5c5b55,#a2a39f);
--accent:light-dark(#0b6b50,#5fd0a5);--on:light-dark(#fff,#0d1f18)}
*{box-sizing:border-box}body{margin:0;padding:2rem 1rem;background:var(--canvas);color:var(--ink);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.75rem;background:var(--surface);border:1px solid var(--line);border-radius:.75rem;overflow-wrap:anywhere}
footer{max-width:36rem;margin:1rem auto 0;padding:0 1.75rem;font-size:.8125rem;color:var(--soft)}
.who{display:flex;align-items:center;gap:.75rem;margin:0 0 1.5rem;font-weight:600;font-size:.9375rem}
.tile{display:grid;place-items:center;width:2rem;height:2rem;border-radius:1rem;font-size:.875rem;flex:none}
h1{font-size:1.4rem;line-height:1.3;margin:0 0 .75rem;text-wrap:balance}h2{font-size:.9375rem;margin:1.5rem 0 .5rem}p{margin:0 0 1rem;text-wrap:pretty}
ul{margin:0;padding-left:1.25rem}dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:0;font-size:.9375rem}
dt{color:var(--soft)}dd{margin:0}pre{margin:1rem 0;padding:1rem;white-space:pre-wrap;border:1px solid var(--line);border-radius:.5rem;background:var(--canvas);font:inherit}
label{display:block;font-size:.875rem;font-weight:500}textarea{display:block;width:100%;margin-top:.375rem;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--canvas);border:1px solid var(--strong);border-radius:.5rem}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.25rem 0 0}
button{font:inherit;font-weight:600;padding:.625rem 1.25rem;min-height:2.75rem;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--on);cursor:pointer}
button.quiet{background:transparent;color:inherit;border-color:var(--strong)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** The sender or the workspace that a page is about, with its initial, as in the console. */
function whoHtml(name: string): string {
  const { letter, wash, ink } = tileOf(name);
  const paint = `background:light-dark(${wash.join(',')});color:light-dark(${ink.join(',')})`;
  return `<p class="who"><span class="tile" aria-hidden="true" style="${paint}">${escaped(letter)}</span>${escaped(name)}</p>`;
}

/** A page without scripts. `content` is HTML; `who` is the sender or the workspace that it is about. */
export const page = (
  status: number,
  title: string,
  content: string,
  { who }: { who?: string | undefined } = {},
): ApiAnswer => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${style}</style>
<main>${who ? whoHtml(who) : ''}<h1>${escaped(title)}</h1>${content}</main><footer>Proofmail</footer></html>`,
});

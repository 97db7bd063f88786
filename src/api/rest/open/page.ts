import { AppError } from '#kernel/catalogue/errors.ts';
import type { ApiAnswer } from '../exchange.ts';
import type { OpenCall } from '../open-operation.ts';

/** Where the two hosts differ, the API's has no pages (spec 4.1, Hosts). @throws AppError `route_not_found` */
export function requireConsoleHost({ services: { config }, request }: OpenCall): void {
  const [api, console] = [new URL(config.publicUrl).host, new URL(config.consoleUrl).host];
  if (api !== console && request.header('host')?.toLowerCase() !== console)
    throw new AppError('route_not_found');
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A page of our own, without scripts. `content` is HTML. */
export const page = (status: number, title: string, content: string): ApiAnswer => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
<main><h1>${title}</h1>${content}</main></html>`,
});

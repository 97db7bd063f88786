import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { unsubscribe, unsubscribeHint } from '#mail/sending/index.ts';
import type { ApiAnswer, ApiRequest } from './exchange.ts';
import { MethodNotAllowed } from './router.ts';

/** Pages of the console's host that need no session (interface-spec, preamble; RFC 8058): the way out of a message. */
export const UNSUBSCRIBE_PATH = /^\/unsubscribe\/([^/]+)$/;

/** GET shows a button and changes nothing, POST unsubscribes: by the button, or by a mail provider's one click. */
export async function unsubscribePage(
  services: Services,
  request: ApiRequest,
  token: string,
): Promise<ApiAnswer> {
  if (!isConsoleHost(services, request)) throw new AppError('route_not_found');
  if (request.method === 'POST') {
    const done = await unsubscribe(services, token);
    return done ? page(200, 'You are unsubscribed', '<p>You get no more mail from this sender.</p>') : noLink;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new MethodNotAllowed(['GET', 'HEAD', 'POST']);
  const hint = await unsubscribeHint(services, token);
  if (hint === null) return noLink;
  const form = '<form method="post"><button>Unsubscribe</button></form>';
  return page(200, 'Unsubscribe', `<p>${escaped(hint)} gets no more mail from this sender.</p>${form}`);
}

/** Where the two hosts differ, the API's has no pages (interface-spec 4.1, Hosts). */
function isConsoleHost({ config }: Services, request: ApiRequest): boolean {
  const [api, console] = [new URL(config.publicUrl).host, new URL(config.consoleUrl).host];
  return api === console || request.header('host')?.toLowerCase() === console;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const page = (status: number, title: string, content: string): ApiAnswer => ({
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

const noLink = page(404, 'This link does not work', '<p>It has expired, or is incomplete.</p>');

import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { bytes } from '#kernel/operation/operation.ts';
import { unsubscribe, unsubscribeHint } from '#mail/sending/index.ts';
import type { ApiAnswer } from '../exchange.ts';
import { defineOpenOperation, type OpenCall } from '../open-operation.ts';

// Pages of the console's host that need no session (spec preamble; RFC 8058): the way out of a mailing.

const shared = {
  path: '/unsubscribe/{token}',
  tag: 'meta',
  proof: 'link',
  errors: ['route_not_found'],
  input: z.strictObject({ token: z.string() }),
  responses: { 200: bytes('text/html', 'A page for a person.') },
} as const;

export const showUnsubscribePage = defineOpenOperation({
  ...shared,
  name: 'unsubscribe.page',
  method: 'GET',
  summary: 'Show the unsubscribe page',
  description: 'Shows a button and changes nothing. An expired link gives 404 and a page that explains it.',
  async run(call, { token }) {
    requireConsoleHost(call);
    const hint = await unsubscribeHint(call.services, token);
    if (hint === null) return linkIsDead;
    const form = '<form method="post"><button>Unsubscribe</button></form>';
    return page(200, 'Unsubscribe', `<p>${escaped(hint)} will get no more mail from this sender.</p>${form}`);
  },
});

export const unsubscribeRecipient = defineOpenOperation({
  ...shared,
  name: 'unsubscribe.confirm',
  method: 'POST',
  summary: 'Unsubscribe a recipient',
  description: 'Called by the button on the page, or by one-click unsubscribe of a mail provider (RFC 8058).',
  rawBody: {
    contentType: 'application/x-www-form-urlencoded',
    description: 'The body is ignored; the link contains everything.',
  },
  async run(call, { token }) {
    requireConsoleHost(call);
    const done = await unsubscribe(call.services, token);
    return done
      ? page(200, 'You are unsubscribed', '<p>You will get no more mail from this sender.</p>')
      : linkIsDead;
  },
});

/** Where the two hosts differ, the API's has no pages (spec 4.1, Hosts). @throws AppError `route_not_found` */
function requireConsoleHost({ services: { config }, request }: OpenCall): void {
  const [api, console] = [new URL(config.publicUrl).host, new URL(config.consoleUrl).host];
  if (api !== console && request.header('host')?.toLowerCase() !== console)
    throw new AppError('route_not_found');
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

const linkIsDead = page(404, 'This link does not work', '<p>It has expired, or it is incomplete.</p>');

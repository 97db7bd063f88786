import { z } from 'zod';
import { bytes } from '#kernel/operation/operation.ts';
import { unsubscribe, unsubscribeHint } from '#mail/sending/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { escaped, page, requireConsoleHost } from './page.ts';

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

const linkIsDead = page(404, 'This link does not work', '<p>It has expired, or it is incomplete.</p>');

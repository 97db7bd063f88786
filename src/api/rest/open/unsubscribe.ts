import { z } from 'zod';
import { bytes } from '#kernel/operation/operation.ts';
import { unsubscribe, unsubscribeHint } from '#mail/sending/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { escaped, page, requireConsoleHost } from './page.ts';

// Pages for unsubscribing, on the console's host, without a session (spec preamble; RFC 8058).

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
    const found = await unsubscribeHint(call.services, token);
    if (found === null) return linkIsDead;
    const [sender, hint] = [escaped(found.sender), escaped(found.hint)];
    return page(
      200,
      `Stop mail from ${found.sender}?`,
      `<p>After you click the button, ${hint} will get no more mail from ${sender}. Nothing has changed yet.</p>
<form method="post"><p class="buttons"><button>Unsubscribe</button></p></form>`,
      { who: found.sender },
    );
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
    description: 'The body is ignored: the link contains all information.',
  },
  async run(call, { token }) {
    requireConsoleHost(call);
    const done = await unsubscribe(call.services, token);
    if (done === null) return linkIsDead;
    return page(
      200,
      'You are unsubscribed',
      `<p>${escaped(done.hint)} will get no more mail from ${escaped(done.sender)}. A message that has already been sent may still arrive.</p>
<p>You can close this page. If this was a mistake, ask ${escaped(done.sender)} to write to you again.</p>`,
      { who: done.sender },
    );
  },
});

const linkIsDead = page(
  404,
  'This link does not work',
  '<p>It has expired, or it is incomplete. Use the link of a newer message from the same sender.</p>',
);

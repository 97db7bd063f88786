import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import { bytes } from '#kernel/operation/operation.ts';
import { decideByLink, openApprovalLink } from '#mail/approvals/index.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiAnswer } from '../exchange.ts';
import { defineOpenOperation, type OpenCall } from '../open-operation.ts';
import { escaped, page, requireConsoleHost } from './page.ts';

// The page behind the link in a notification mail: what an agent wants to send, and two buttons. GET decides nothing,
// because scanners and previews open links too.

const shared = {
  path: '/approvals/{token}',
  tag: 'meta',
  proof: 'link',
  errors: ['route_not_found'],
  input: z.strictObject({ token: z.string() }),
  responses: { 200: bytes('text/html', 'A page for a person.') },
} as const;

type Opened = NonNullable<Awaited<ReturnType<typeof openApprovalLink>>>;

export const showApprovalPage = defineOpenOperation({
  ...shared,
  name: 'approval.page',
  method: 'GET',
  summary: 'Show a message that waits for approval',
  description:
    'Shows the whole message with two buttons, and changes nothing. An expired link gives 404 and a page.',
  async run(call, { token }) {
    requireConsoleHost(call);
    const opened = await open(call, token);
    if (!opened) return linkIsDead;
    return opened.approval.status === 'pending'
      ? page(200, 'Approve this message?', messageOf(opened) + form(opened), { who: opened.workspace })
      : page(200, 'A decision was already made', `<p>${outcomes[opened.approval.status]}</p>`, {
          who: opened.workspace,
        });
  },
});

export const decideOnPage = defineOpenOperation({
  ...shared,
  name: 'approval.decide',
  method: 'POST',
  summary: 'Approve or reject a message by a link',
  description:
    'Called by the buttons of the page. The link identifies the message and the person who decides.',
  rawBody: {
    contentType: 'application/x-www-form-urlencoded',
    description:
      '`decision` (`approve` or `reject`), `comment`, and `content_sha256` of what the page showed.',
  },
  async run(call, { token }) {
    requireConsoleHost(call);
    const opened = await open(call, token);
    if (!opened) return linkIsDead;
    const given = new URLSearchParams((await readBounded(call.request)).toString('utf8'));
    const comment = given.get('comment')?.trim().slice(0, MAX_COMMENT) || null;
    const decision = given.get('decision') ?? '';
    if (decision === 'reject' && comment === null)
      return page(
        200,
        'Add a comment',
        '<p>A rejection needs a comment, which the agent reads. Go back and add one.</p>',
      );
    try {
      await decideByLink(
        call.services,
        opened,
        { decision, comment, seen: given.get('content_sha256') ?? '' },
        call.exchange.requestId,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await error.afterwards?.(call.services);
      return page(200, 'Nothing was decided', `<p>${escaped(error.message)}</p><p>Open the link again.</p>`);
    }
    return page(200, 'Done', `<p>${outcomes[decision === 'approve' ? 'approved' : 'rejected']}</p>`);
  },
});

const MAX_COMMENT = 2_000;

const open = ({ services, request }: OpenCall, token: string) =>
  openApprovalLink(services, token, clientAddress(services.config, request));

const outcomes = {
  pending: 'The message is waiting for a decision.',
  approved: 'The message was approved and is being sent.',
  rejected: 'The message was rejected. The agent reads your comment.',
  expired: 'Nobody approved or rejected the message in time, so it was canceled.',
  canceled: 'The message was withdrawn.',
} as const;

const people = (list: readonly { address: string; name: string | null }[]): string =>
  list.map(({ address, name }) => escaped(name ? `${name} <${address}>` : address)).join(', ');

const row = (name: string, content: string): string =>
  content === '' ? '' : `<dt>${name}</dt><dd>${content}</dd>`;

function messageOf({ approval, message }: Opened): string {
  const files = message.attachments.map(({ filename, size }) => escaped(`${filename} (${size} bytes)`));
  const why = approval.evidence.map(({ text }) => `<li>${escaped(text)}</li>`).join('');
  return `<h2>Why this needs a decision</h2><ul>${why}</ul><h2>The message</h2><dl>
${row('From', people(message.from ? [message.from] : []))}${row('To', people(message.to))}
${row('Cc', people(message.cc))}${row('Bcc', people(message.bcc))}
${row('Subject', escaped(message.subject))}${row('Attachments', files.join(', '))}</dl>
<pre>${escaped(message.text ?? '')}</pre>`;
}

const form = ({ approval }: Opened): string => `<form method="post">
<input type="hidden" name="content_sha256" value="${escaped(approval.content_hash)}">
<label>Comment for the agent (required to reject)<textarea name="comment" rows="3" maxlength="${MAX_COMMENT}"></textarea></label>
<p class="buttons"><button name="decision" value="approve">Approve and send</button><button class="quiet" name="decision" value="reject">Reject</button></p></form>`;

const linkIsDead: ApiAnswer = page(
  404,
  'This link does not work',
  '<p>It has expired, it is incomplete, or you may no longer decide.</p>',
);

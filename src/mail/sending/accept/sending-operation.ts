import { z } from 'zod';
import type { ErrorCode } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import type { Call, Write } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { GuardVerdict } from '#mail/guard/index.ts';
import { type IdentityRow, identityTarget, requireLive } from '#mailbox/identities/index.ts';
import type { Message } from '#mailbox/messages/index.ts';
import type { AttachmentInput } from '../schema.ts';
import * as field from '../schema.ts';
import { acceptSend, type DryRun, dryRunSend } from './accept.ts';
import type { Draft } from './draft.ts';
import { attachedFiles } from './files.ts';
import type { Alongside } from './write-accepted.ts';

/** The part of the declaration that the four sending operations share (spec 4.6, Sending). */
export const sendingOperation = {
  method: 'POST',
  permission: 'messages:send',
  levels,
  target: identityTarget,
  bucket: 'send',
  execution: { mode: 'batched', idempotency: { key: 'required', scope: 'identity' } },
  queryInputs: ['dry_run'],
  responses: { 202: field.acceptedMessage, 200: field.dryRunResult },
} as const;

/** Errors that each of them can return. */
export const sendingErrors = [
  'too_many_recipients',
  'message_too_large',
  'identity_paused',
  'identity_owner_required',
  'mailbox_full',
  'permission_denied',
  'domain_not_ready',
  'test_mode_recipient',
  'billing_limit',
  'daily_cap_reached',
  'sending_queue_full',
  'thread_busy',
  'all_recipients_suppressed',
  'recipient_blocked',
] as const satisfies readonly ErrorCode[];

/** Inputs and errors that reply and reply-all share. */
export const answeringOperation = {
  ...sendingOperation,
  errors: [
    ...sendingErrors,
    'message_not_found',
    'auto_reply_not_allowed',
    'marketing_requirements_missing',
    'transport_unavailable',
  ],
  example: { text: 'Thank you, it arrived.' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    dry_run: field.dryRun,
    text: field.body.optional(),
    html: field.body.optional(),
    attachments: field.attachments,
    kind: field.kind,
    send_at: field.sendAt,
  }),
} as const;

export const acceptedOnDisk =
  'Returns 202 once the message is on disk. If you get no response, repeat the request with the same ' +
  'Idempotency-Key: the message is never sent twice. `status` and `deliveries` show its progress.';

type SendCall = Call<IdentityRow, 'POST'>;
type Sent =
  | { status: 202; body: Message & { deduplicated: false; guard?: GuardVerdict }; write: Write }
  | { status: 200; body: DryRun };

/** Sends a draft with the files of the request, or previews it (dry run). The result has a deferred `write`. */
export async function sendOrTry(
  call: SendCall,
  { dry_run, attachments = [] }: { dry_run: boolean; attachments?: readonly AttachmentInput[] },
  makeDraft: () => Draft | Promise<Draft>,
  alongside: Alongside | null = null,
): Promise<Sent> {
  requireLive(call.target);
  const made = await makeDraft();
  const files = await attachedFiles(call, attachments);
  // The request's files come first, so that their indexes are the same as in the request.
  const draft = { ...made, attachments: [...files.values(), ...made.attachments] };
  if (dry_run) return { status: 200, body: await dryRunSend(call, draft) };
  const { message, write } = await acceptSend(call, draft, alongside);
  return { status: 202, body: { ...message, deduplicated: false }, write };
}

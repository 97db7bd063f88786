import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { callerId } from '#kernel/operation/actor.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { id, pathId } from '#kernel/operation/schema.ts';
import { defaultsOf, readRecipients } from '#mail/sending/index.ts';
import { assertRoom, type IdentityRow, identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { findThread } from '#mailbox/threads/index.ts';
import { draftCreated } from '../events.ts';
import { insertDraft } from '../repository.ts';
import { contentFields, draft, draftModes, newAttachments } from '../schema.ts';
import { serializeDraft } from '../serialize.ts';
import { assertFits, assertPlaceLeft, filesOf, prefetchingFiles, storeFiles } from '../write.ts';

const input = z.strictObject({
  identity_id: pathId('identity'),
  mode: z.enum(draftModes).default('send'),
  in_reply_to_message_id: id('message')
    .optional()
    .meta({ description: 'The message to answer or to forward. Required for every mode except `send`.' }),
  thread_id: id('thread').optional().meta({ description: 'The thread to continue. Only with mode `send`.' }),
  ...contentFields,
  attachments: newAttachments,
});
type Input = z.output<typeof input>;

export const createDraft = defineOperation({
  name: 'drafts.create',
  method: 'POST',
  path: '/v1/identities/{identity_id}/drafts',
  summary: 'Create a draft',
  description:
    'Stores a message without sending it. A draft may be incomplete until it is sent. A reply or ' +
    'forward names the original message and takes recipients, subject and thread from it unless you ' +
    'set them.',
  permission: 'drafts:write',
  levels,
  target: identityTarget,
  errors: [
    'identity_not_found',
    'message_not_found',
    'thread_not_found',
    'address_invalid',
    'address_unsupported',
    'message_too_large',
    'mailbox_full',
    'draft_limit_reached',
    'permission_denied',
    'raw_expired',
  ],
  example: { to: ['ada@example.com'], subject: 'Your order', text: 'It is on its way.' },
  execution: prefetchingFiles,
  input,
  responses: { 201: draft },
  async run(call, given) {
    const { db, services, target, actor } = call;
    requireLive(target);
    assertRoom(target);
    const defaults = await checkedDefaults(call, given);
    const now = services.clock.now().toISOString();
    const row = {
      id: newId('draft'),
      tenant_id: target.tenant_id,
      identity_id: target.id,
      mode: given.mode,
      thread_id: given.mode === 'forward' ? null : (defaults.threadId ?? null),
      in_reply_to_message_id: given.in_reply_to_message_id ?? null,
      ...recipientsOf(given, defaults),
      subject: given.subject ?? defaults.subject,
      text: given.text ?? null,
      html: given.html ?? null,
      headers: given.headers ?? {},
      metadata: given.metadata ?? {},
      version: 1,
      created_by_type: actor.key_id === null ? ('user' as const) : ('key' as const),
      created_by_id: callerId(actor),
      created_at: now,
      updated_at: now,
    };
    await assertPlaceLeft(db, target.id);
    const files = await filesOf(call, row, given.attachments ?? [], []);
    assertFits(row, files.rows);
    await Promise.all([insertDraft(db, row), storeFiles(db, files)]);
    const data = { draft_id: row.id, mode: row.mode, version: row.version };
    const about = { tenant_id: row.tenant_id, identity_id: row.identity_id };
    await recordEvents(db, services, [draftCreated({ ...about, data })]);
    return { status: 201, body: serializeDraft({ ...row, attachments: files.rows }) };
  },
});

/** @throws AppError `invalid_request`, `message_not_found`, `thread_not_found` */
async function checkedDefaults(call: Call<IdentityRow, 'POST'>, given: Input) {
  const { mode, in_reply_to_message_id: messageId = null, thread_id = null } = given;
  if (mode === 'send' && messageId !== null)
    throw invalidRequest([
      {
        path: 'in_reply_to_message_id',
        message: 'Leave it out with mode send, or use mode reply or forward.',
      },
    ]);
  if (mode !== 'send' && messageId === null)
    throw invalidRequest([
      { path: 'in_reply_to_message_id', message: `Set message_id, which mode ${mode} needs.` },
    ]);
  if (mode !== 'send' && thread_id !== null)
    throw invalidRequest([
      {
        path: 'thread_id',
        message: 'Leave it out: a reply or forward belongs to the thread of its message.',
      },
    ]);
  if (thread_id !== null && !(await findThread(call.db, call.target.id, thread_id, mayReview(call.actor))))
    throw new AppError('thread_not_found');
  return defaultsOf(call, { mode, message_id: messageId, thread_id });
}

function recipientsOf({ to, cc, bcc }: Input, defaults: Awaited<ReturnType<typeof defaultsOf>>) {
  const named = readRecipients({ to: to ?? [], cc: cc ?? [], bcc: bcc ?? [] });
  return {
    to: to === undefined ? defaults.to : named.to,
    cc: cc === undefined ? defaults.cc : named.cc,
    bcc: named.bcc,
  };
}

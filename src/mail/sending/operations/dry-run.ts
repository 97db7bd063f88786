import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { sendingOperation } from '../accept/sending-operation.ts';
import { dryRunResult } from '../schema.ts';
import { forwardMessage } from './forward.ts';
import { replyToMessage } from './reply.ts';
import { replyToAll } from './reply-all.ts';
import { sendMessage } from './send.ts';

type Send = typeof sendMessage | typeof replyToMessage | typeof replyToAll | typeof forwardMessage;

/**
 * `?dry_run=true` of a send as a separate operation with its own path and response (spec 4.6, Dry run), because
 * generated clients have one type for each response.
 */
const dryRunOf = <S extends Send, const N extends string>(send: S, name: N, summary: string) => {
  const { dry_run: _, ...shape } = send.input.shape;
  return defineOperation({
    ...sendingOperation,
    queryInputs: [],
    execution: { mode: 'read', idempotency: { key: 'ignored' } },
    responses: { 200: dryRunResult },
    name,
    path: `${send.path}/dry-run`,
    summary,
    description: 'Runs every check of the send. Nothing is sent, stored or counted, and no thread is locked.',
    errors: send.errors,
    example: send.example,
    dryRunOf: send.name,
    input: z.strictObject(shape),
    run: (call, input) => send.run(call as never, { ...input, dry_run: true } as never) as never,
  });
};

export const dryRunSend = dryRunOf(sendMessage, 'messages.send_dry_run', 'Check a send without sending');
export const dryRunReply = dryRunOf(
  replyToMessage,
  'messages.reply_dry_run',
  'Check a reply without sending',
);
export const dryRunReplyAll = dryRunOf(
  replyToAll,
  'messages.reply_all_dry_run',
  'Check a reply to all without sending',
);
export const dryRunForward = dryRunOf(
  forwardMessage,
  'messages.forward_dry_run',
  'Check a forward without sending',
);

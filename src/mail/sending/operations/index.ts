import { cancelMessage } from './cancel.ts';
import { dryRunForward, dryRunReply, dryRunReplyAll, dryRunSend } from './dry-run.ts';
import { forwardMessage } from './forward.ts';
import { replyToMessage } from './reply.ts';
import { replyToAll } from './reply-all.ts';
import { resolveMessage } from './resolve.ts';
import { sendMessage } from './send.ts';

export const operations = [
  sendMessage,
  replyToMessage,
  replyToAll,
  forwardMessage,
  dryRunSend,
  dryRunReply,
  dryRunReplyAll,
  dryRunForward,
  cancelMessage,
  resolveMessage,
] as const;

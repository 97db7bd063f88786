import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { IdentityRow } from '#mailbox/identities/index.ts';
import type { Mailbox } from '../compose/index.ts';
import { type Draft, type DraftAttachment, emptyDraft } from './draft.ts';
import { forwardDraft } from './forward-draft.ts';
import { answerDraft } from './reply-draft.ts';

/** A stored draft, for one of the four ways to send. */
export type PreparedMessage = {
  mode: 'send' | 'reply' | 'reply_all' | 'forward';
  /** The message that is answered or forwarded. */
  message_id: string | null;
  thread_id: string | null;
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  subject: string;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  metadata: Record<string, unknown>;
  attachments: DraftAttachment[];
};

type PrepareCall = { db: Queryable; actor: Actor; target: IdentityRow };

/**
 * Converts it into a draft for its mode. Threading, quotation and attachments come from the original, and everything
 * else from the prepared message. @throws AppError the errors of that mode
 */
export async function preparedDraft(call: PrepareCall, prepared: PreparedMessage): Promise<Draft> {
  const base = await baseOf(call, prepared);
  const { to, cc, bcc, subject, text, html, headers, metadata } = prepared;
  return {
    ...base,
    ...{ to, cc, bcc, subject, html, headers, metadata },
    text: text ?? base.text,
    attachments: [...base.attachments, ...prepared.attachments],
  };
}

/** The defaults of a reply or a forward: its recipients, its subject and its thread. */
export async function defaultsOf(
  call: PrepareCall,
  prepared: Pick<PreparedMessage, 'mode' | 'message_id' | 'thread_id'>,
): Promise<Pick<Draft, 'to' | 'cc' | 'subject' | 'threadId'>> {
  const { to, cc, subject, threadId } = await baseOf(call, { ...prepared, text: null });
  return { to, cc, subject, threadId };
}

async function baseOf(
  call: PrepareCall,
  { mode, message_id, thread_id, text }: Pick<PreparedMessage, 'mode' | 'message_id' | 'thread_id' | 'text'>,
): Promise<Draft> {
  if (mode === 'send' || message_id === null)
    return { ...emptyDraft, identity: call.target, subject: '', threadId: thread_id };
  if (mode === 'forward') {
    const input = { message_id, to: [], include_attachments: true };
    return forwardDraft(call, text === null ? input : { ...input, text });
  }
  return answerDraft(call, mode === 'reply' ? 'sender' : 'everybody', { message_id });
}

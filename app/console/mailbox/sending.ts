'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { useSay } from '../shell/toasts.tsx';
import { type About, type Draft, isRedirected, isTryable, newKey, recipientsOf } from './compose-draft.ts';
import { type AttachedFile, withBytes } from './draft-files.ts';
import { conversationKey, threadsKey } from './query-keys.ts';
import { useReopen } from './reopen.ts';

/** A message waits this long before it is sent, so that sending can be undone. */
const UNDO_MS = 8_000;
const TYPING_PAUSE_MS = 500;

type Client = ReturnType<typeof useTRPCClient>;
type Options = { dry_run: boolean; send_at?: string; key?: string };

/** Calls the operation for the mode of the draft. A dry run leaves files out, because they do not change its result. */
function call(
  client: Client,
  { identity, mode, message }: About,
  draft: Draft,
  options: Options,
  files: readonly AttachedFile[] = [],
) {
  const { dry_run, send_at, key } = options;
  const context = key ? { context: { idempotencyKey: key } } : {};
  const attachments = files.map(({ filename, content_type, content_base64 }) => ({
    ...{ filename, content_type, content_base64 },
  }));
  const common = { identity_id: identity.id, dry_run, ...(send_at && { send_at }) };
  const from = draft.from ? { from_address: draft.from } : {};
  // An answer with changed recipients is sent as a new message in the same conversation.
  const redirected = message && isRedirected({ identity, mode, message }, draft);
  if (mode === 'new' || !message || redirected) {
    const recipients = {
      to: recipientsOf(draft.to),
      cc: recipientsOf(draft.cc),
      bcc: recipientsOf(draft.bcc),
    };
    const subject = redirected ? replySubject(message.subject) : draft.subject;
    const thread = redirected ? { thread_id: message.thread_id } : {};
    return client.messages.send.mutate(
      { ...common, ...from, ...thread, ...recipients, subject, text: textOf(draft, dry_run), attachments },
      context,
    );
  }
  const about = { ...common, message_id: message.id };
  if (mode === 'forward') {
    const { text, includeAttachments: include_attachments } = draft;
    return client.messages.forward.mutate(
      { ...about, to: recipientsOf(draft.to), text, include_attachments },
      context,
    );
  }
  return client.messages[mode].mutate({ ...about, text: textOf(draft, dry_run), attachments }, context);
}

const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

/** A dry run needs some text, even if only the recipients are filled in. */
const textOf = ({ text }: Draft, isTrial: boolean): string => (isTrial && text.trim() === '' ? '…' : text);

export type Trial = { address: string; field: string; status: string; reason: string | null };

/** Asks the server what would happen to the draft, whenever the writer pauses. */
export function useTrial(about: About, draft: Draft) {
  const client = useTRPCClient();
  const settled = useSettled(draft);
  const { identity, mode, message } = about;
  const { from, to, cc, bcc, subject, text } = settled;
  // The result depends only on the size of the text, so most changes need no new dry run.
  const size = text.trim() === '' ? 0 : Math.ceil(text.length / 10_000);
  return useQuery({
    queryKey: ['trial', identity.id, mode, message?.id ?? null, { from, to, cc, bcc, subject, size }],
    queryFn: async (): Promise<Trial[]> => {
      const answer = await call(client, about, settled, { dry_run: true });
      return 'would_send' in answer ? answer.recipients : [];
    },
    enabled: isTryable(mode, settled),
    staleTime: 30_000,
    retry: false,
    placeholderData: (previous) => previous,
  });
}

function useSettled(draft: Draft): Draft {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return settled;
}

/**
 * Sends the draft after a few seconds in which sending can be undone. The same draft keeps its Idempotency-Key, so
 * that a retry after a broken connection never sends twice.
 */
export function useSend(about: About, onSent: () => void) {
  const reopen = useReopen();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const attempt = useRef<{
    draft: Draft;
    /** The draft with its files, which is reopened if sending is undone, because the stored draft no longer exists. */
    whole: Draft & { files: AttachedFile[] };
    key: string;
    send_at: string;
  } | null>(null);
  const { identity } = about;
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: threadsKey() }),
      queryClient.invalidateQueries({ queryKey: conversationKey }),
      queryClient.invalidateQueries(trpc.threads.get.queryFilter()),
      queryClient.invalidateQueries(trpc.messages.get.queryFilter()),
    ]);
  return useMutation({
    mutationFn: async (draft: Draft) => {
      if (attempt.current?.draft !== draft) {
        const whole = await withBytes(draft);
        const send_at = new Date(Date.now() + UNDO_MS).toISOString();
        attempt.current = { draft, whole, key: newKey(), send_at };
      }
      const { whole, key, send_at } = attempt.current;
      const answer = await call(client, about, whole, { dry_run: false, key, send_at }, whole.files);
      return { answer, whole };
    },
    onSuccess: async ({ answer, whole: draft }) => {
      onSent();
      await refresh();
      if ('would_send' in answer) return;
      if (answer.status === 'suppressed') {
        say.problem('Nothing was sent.', 'Every recipient is on the suppression list. The text is kept.');
        reopen(about, draft);
        return;
      }
      const undo = () => {
        client.messages.cancel
          .mutate({ identity_id: identity.id, message_id: answer.id })
          .then(() => {
            reopen(about, draft);
            say.done('Undone. Nothing was sent.');
          }, say.failed)
          .finally(refresh);
      };
      say.done(answer.status === 'awaiting_approval' ? 'Waiting for approval' : 'Sending…', undo);
      setTimeout(refresh, UNDO_MS + 2_000);
    },
  });
}

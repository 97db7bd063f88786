'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { type StoredDraft, useTRPC, useTRPCClient } from '../data/trpc.ts';
import {
  type About,
  asksForRecipients,
  type Draft,
  type FileOfDraft,
  firstDraft,
  newKey,
  recipientsOf,
} from './compose-draft.ts';
import { filesOfStored } from './draft-files.ts';
import { dropSpareWords, keepSpareWords, spareWriter } from './spare-words.ts';

const TYPING_PAUSE_MS = 1_500;
/** After a save that failed for a moment: how long until the next one, at first and at most. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
const PAGE = 50;

const modes = { new: 'send', reply: 'reply', reply_all: 'reply_all', forward: 'forward' } as const;

/** My drafts of a mailbox, newest first. What agents prepare is theirs. */
export function useMyDrafts(identityId: string) {
  const trpc = useTRPC();
  const { user } = useSession();
  const { data, isPending } = useQuery({
    ...trpc.drafts.list.queryOptions({ identity_id: identityId, limit: PAGE }),
    staleTime: 0,
    retry: false,
  });
  const mine = (data?.data ?? []).filter(({ created_by }) => created_by.id === user.id);
  return { drafts: mine, isPending };
}

/** The draft that goes on where this composition was left. */
export const draftAbout = (drafts: readonly StoredDraft[], { mode, message }: About): StoredDraft | null =>
  drafts.find(
    (draft) => draft.mode === modes[mode] && draft.in_reply_to_message_id === message?.id && message !== null,
  ) ?? null;

const typed = (people: StoredDraft['to']): string =>
  people.map(({ address, name }) => (name ? `"${name}" <${address}>` : address)).join(', ');

/** The stored draft as the form shows it. */
export const draftOf = (stored: StoredDraft, about: About): Draft => ({
  ...firstDraft(about),
  ...(asksForRecipients(about.mode) && {
    to: typed(stored.to),
    cc: typed(stored.cc),
    bcc: typed(stored.bcc),
  }),
  subject: stored.subject,
  text: stored.text ?? '',
  files: filesOfStored(stored),
});

/** Only what is an address already: a recipient may be half written. */
const written = (typedNow: string): string[] =>
  recipientsOf(typedNow).filter((part) => /\S@\S+\.\S/.test(part));

const isEmpty = ({ to, subject, text, files }: Draft): boolean =>
  `${to}${subject}${text}`.trim() === '' && files.length === 0;

/** An answer whose recipients alone are known is empty: they are those of the message. */
const isUntouched = (about: About, draft: Draft): boolean =>
  asksForRecipients(about.mode) ? isEmpty(draft) : draft.text.trim() === '' && draft.files.length === 0;

const heldBy = (stored: StoredDraft | null) => {
  const files = stored ? filesOfStored(stored) : [];
  return { files, ids: new Map(files.map(({ id }) => [id, id])) };
};

const sameFiles = (some: Draft['files'], others: Draft['files']): boolean =>
  some.map(({ id }) => id).join() === others.map(({ id }) => id).join();

/** A file that the stored draft has already is named; others come with their bytes. */
function inputOf({ id, filename, content_type, content_base64 }: FileOfDraft, ids: Map<string, string>) {
  const heldId = ids.get(id);
  if (heldId) return { id: heldId };
  return { filename, content_type, content_base64: content_base64 ?? '' };
}

/** How the draft on the server stands. `waiting`: it could not be saved, and is tried again by itself. */
export type DraftState = 'untouched' | 'saved' | 'waiting' | 'refused' | 'conflict';

/** Whether the same save can succeed a moment later. An ended session is renewed in another tab. */
const passes = (error: unknown): boolean => {
  const { code, retryable } = failureOf(error);
  return retryable || code === 'unauthenticated';
};

/**
 * Keeps the composition on the server while it is written, so that it survives the browser. Saves follow each other. One that
 * fails for a moment is tried again, also after its form has gone; until it succeeds this tab keeps the words.
 * @returns `forget`, which ends it with the composition; `keep`, which saves at once and tells whether the server has it;
 *   `isRefused`: the last change could not be stored, files that are too large for a message for example
 */
export function useKeptDraft(
  about: About,
  draft: Draft,
  initial: StoredDraft | null,
  { isRestored = false, onCreated }: { isRestored?: boolean; onCreated?: (id: string) => void } = {},
) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const kept = useRef<{ id: string; version: number } | null>(initial);
  /** The files that the stored draft has, and the id of each there, by its id here. */
  const held = useRef<{ files: Draft['files']; ids: Map<string, string> }>(heldBy(initial));
  const saving = useRef<Promise<void>>(Promise.resolve());
  const isOver = useRef(false);
  // A composition that was taken back has no draft on the server any more.
  const first = useRef(isRestored ? null : draft);
  const unsaved = useRef<Draft | null>(null);
  const retry = useRef<{ timer?: ReturnType<typeof setTimeout>; wait: number }>({ wait: FIRST_RETRY_MS });
  const [state, setState] = useState<DraftState>('untouched');
  const writer = useRef('');
  writer.current ||= newKey();
  /** Since when its form has gone: at first it saves what it has, later only what no other form has taken over. */
  const gone = useRef<'no' | 'just' | 'long'>('no');
  const { identity, mode, message } = about;
  const identity_id = identity.id;

  const keepHere = (now: Draft) => keepSpareWords(about, kept.current?.id ?? null, now, writer.current);
  const isTaken = (): boolean => {
    if (gone.current === 'no') return false;
    const by = spareWriter(about, kept.current?.id ?? null);
    return by !== writer.current && (by !== null || gone.current === 'long');
  };
  const save = async (now: Draft) => {
    if (isOver.current || isTaken()) return;
    if (kept.current === null && isUntouched(about, now)) {
      dropSpareWords(about, null);
      return;
    }
    const recipients = asksForRecipients(mode)
      ? { to: written(now.to), cc: written(now.cc), bcc: written(now.bcc) }
      : {};
    const attachments = sameFiles(now.files, held.current.files)
      ? {}
      : { attachments: now.files.map((file) => inputOf(file, held.current.ids)) };
    const content = {
      ...recipients,
      ...(mode === 'new' && { subject: now.subject }),
      text: now.text,
      ...attachments,
    };
    const before = kept.current;
    const stored = before
      ? await client.drafts.update.mutate({
          identity_id,
          draft_id: before.id,
          version: before.version,
          ...content,
        })
      : await client.drafts.create.mutate({
          identity_id,
          mode: modes[mode],
          ...(message && { in_reply_to_message_id: message.id }),
          ...content,
        });
    kept.current = stored;
    held.current = {
      files: now.files,
      ids: new Map(now.files.flatMap(({ id }, at) => [[id, stored.attachments[at]?.id ?? '']])),
    };
    dropSpareWords(about, before?.id ?? null);
    if (unsaved.current === now) unsaved.current = null;
    else if (unsaved.current) keepHere(unsaved.current);
    retry.current.wait = FIRST_RETRY_MS;
    setState('saved');
    if (!before && gone.current === 'no') onCreated?.(stored.id);
  };
  const latest = useRef(save);
  latest.current = save;

  const enqueue = useCallback((now: Draft): Promise<void> => {
    clearTimeout(retry.current.timer);
    saving.current = saving.current
      .then(() => latest.current(now))
      .catch((error: unknown) => {
        // Another window has a newer version: this one stops saving, and what is written here stays in the form.
        const isConflict = failureOf(error).code === 'draft_conflict';
        if (isConflict) isOver.current = true;
        if (isConflict || !passes(error)) return setState(isConflict ? 'conflict' : 'refused');
        setState('waiting');
        if (gone.current === 'just') gone.current = 'long';
        const { wait } = retry.current;
        retry.current = {
          wait: Math.min(2 * wait, LAST_RETRY_MS),
          timer: setTimeout(() => unsaved.current && void enqueue(unsaved.current), wait),
        };
      });
    return saving.current;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written about stays the same while it is written.
  useEffect(() => {
    if (draft === first.current) return;
    setState((now) => (now === 'saved' ? 'untouched' : now));
    unsaved.current = draft;
    if (!isOver.current) keepHere(draft);
    const timer = setTimeout(() => enqueue(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, enqueue]);

  useEffect(() => {
    const flush = () => {
      if (unsaved.current) void enqueue(unsaved.current);
    };
    const ask = (event: BeforeUnloadEvent) => {
      flush();
      if (unsaved.current && !isOver.current) event.preventDefault();
    };
    gone.current = 'no';
    window.addEventListener('beforeunload', ask);
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('online', flush);
      gone.current = 'just';
      flush();
    };
  }, [enqueue]);

  /** Deletes the draft from the server. A draft that is not there any more counts as deleted. */
  const forget = async () => {
    isOver.current = true;
    clearTimeout(retry.current.timer);
    await saving.current;
    if (kept.current)
      await client.drafts.delete
        .mutate({ identity_id, draft_id: kept.current.id })
        .catch((error: unknown) => {
          if (failureOf(error).code === 'draft_not_found') return;
          isOver.current = false;
          throw error;
        });
    dropSpareWords(about, kept.current?.id ?? null);
    await queryClient.invalidateQueries(trpc.drafts.list.queryFilter());
  };
  /** Saves at once what is not saved yet, and keeps the draft. @returns whether the server has it */
  const keep = async (): Promise<boolean> => {
    if (unsaved.current) await enqueue(unsaved.current);
    await queryClient.invalidateQueries(trpc.drafts.list.queryFilter());
    return unsaved.current === null || isUntouched(about, unsaved.current);
  };
  return { state, isRefused: state === 'refused' || state === 'waiting', forget, keep };
}

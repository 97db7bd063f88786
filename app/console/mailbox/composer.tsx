'use client';

import { useMutation } from '@tanstack/react-query';
import { SendHorizontal, Trash2 } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { failureOf, problemsOf } from '../data/failures.ts';
import type { Identity, StoredDraft } from '../data/trpc.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type About, asksForRecipients, type Draft, firstDraft, isSendable } from './compose-draft.ts';
import { AddFiles, Files, IncludeAttachments, type PartProps } from './composer-files.tsx';
import { From, useMoveTo } from './composer-from.tsx';
import { DesignedDraft } from './designed-draft.tsx';
import type { DraftState } from './draft-keeper.ts';
import { type EarlyWords, noWords } from './early-answer.tsx';
import { useKeptDraft } from './kept-draft.ts';
import { useLeavingQuestion } from './leaving.ts';
import { RecipientInput } from './recipient-input.tsx';
import { useSend, useTrial } from './sending.ts';
import { spareWords } from './spare-words.ts';
import { draftOf } from './stored-draft.ts';
import { TrialResult } from './trial-result.tsx';

type ComposerProps = {
  about: About;
  onDone: () => void;
  /** The stored draft to continue. */
  stored?: StoredDraft | null;
  /** The text that was typed before the form was shown. */
  early?: EarlyWords;
  /** A draft that was sent and then undone. */
  reopened?: Draft | null;
  /** The recipients of a new message as text. */
  to?: string;
  /** Called once the server has the draft for the first time. */
  onCreated?: (id: string) => void;
};

/** The form for a message, a reply or a forward. A dry run on the server shows what would happen to the draft. */
export function Composer({
  about,
  onDone,
  stored = null,
  early = noWords,
  reopened = null,
  to = '',
  onCreated,
}: ComposerProps) {
  // Text that this tab kept but the server never got is newer than the stored draft. A link to a recipient starts afresh.
  const [spare] = useState(() => (reopened || to ? null : spareWords(about, stored?.id ?? null)));
  const [draft, setDraft] = useState<Draft>(() => {
    if (reopened) return reopened;
    const begun = { ...(stored ? draftOf(stored, about) : firstDraft(about, to)), ...spare };
    return { ...begun, text: [begun.text, early.text].filter(Boolean).join('\n') };
  });
  const kept = useKeptDraft(about, draft, stored, {
    isRestored: reopened !== null || early.text !== '' || spare !== null,
    ...(onCreated && { onCreated }),
  });
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const trial = useTrial(about, draft);
  const say = useSay();
  // The message has been sent, so a leftover draft does no harm.
  const send = useSend(about, () => {
    kept.forget().catch(() => {});
    onDone();
  });
  const discarding = useMutation({ mutationFn: kept.forget, onSuccess: onDone, onError: say.failed });
  const moving = useMoveTo(draft, kept.forget);
  const form = useRef<HTMLFormElement>(null);
  const [asks, setAsks] = useState<'discard' | 'aside' | null>(null);
  const { mode } = about;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSendable(mode, draft) && !send.isPending && !moving.isPending) send.mutate(draft);
  };
  useEarlySend(form, early.isSent && !stored?.text);
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const losesFiles = draft.files.length > 0 && kept.isRefused;
  /** Closes the form and keeps the draft. If the files could not be stored, it asks first. */
  const putAside = () => {
    void kept.keep().then((isThere) => {
      if (isThere && !isEmpty) say.done('Kept as a draft');
      else if (!isThere) say.problem('Your draft is not saved yet.', notSaved);
    });
    onDone();
  };
  const discard = () => (isEmpty ? discarding.mutate() : setAsks('discard'));
  const leaving = useLeavingQuestion(losesFiles && !send.isSuccess);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
    else if (event.key === 'Escape' && !event.defaultPrevented && asks === null) {
      if (losesFiles) setAsks('aside');
      else putAside();
    }
  };
  // Forms cannot be nested, so the dialogs are siblings of the form.
  return (
    <>
      <form
        ref={form}
        onSubmit={submit}
        onKeyDown={onKeyDown}
        aria-label={titles[mode]}
        className="rounded-xl border border-line-strong bg-surface"
      >
        <Head about={about} draft={draft} change={change} problems={trial.error} moveTo={moving.mutate} />
        <textarea
          aria-label="Message"
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          placeholder={placeholders[mode]}
          rows={mode === 'new' ? 14 : 7}
          // biome-ignore lint/a11y/noAutofocus: the user has just opened this form to write in it.
          autoFocus={!asksForRecipients(mode) || draft.to !== ''}
          onFocus={toEnd}
          className="block w-full resize-y bg-transparent px-4 py-3 text-[15px] leading-6 outline-none placeholder:text-ink-soft"
        />
        <Files draft={draft} change={change} />
        <div className="space-y-3 border-t border-line px-4 py-3">
          {stored?.html ? (
            <DesignedDraft
              stored={stored}
              onSent={() => {
                kept.forget().catch(() => {});
                onDone();
              }}
            />
          ) : null}
          {send.error ? (
            <Refusal error={send.error} />
          ) : (
            <TrialResult trial={trial.data} error={trial.error} />
          )}
          <div className="flex items-center gap-1">
            <Button
              type="submit"
              tone="primary"
              disabled={!isSendable(mode, draft) || send.isPending || moving.isPending}
            >
              <SendHorizontal aria-hidden="true" />
              {send.isPending ? 'Sending…' : 'Send'}
            </Button>
            {mode === 'forward' ? (
              <IncludeAttachments about={about} draft={draft} change={change} />
            ) : (
              <AddFiles draft={draft} change={change} />
            )}
            <span role="status" className="ml-auto text-xs text-ink-soft">
              {draftWords[kept.state]}
            </span>
            <IconButton label="Discard" onClick={discard}>
              <Trash2 />
            </IconButton>
          </div>
        </div>
      </form>
      <Dialog open={asks === 'discard'} onClose={() => setAsks(null)} title="Discard this draft?">
        <Confirm
          action="Discard"
          keep="Keep writing"
          isPending={discarding.isPending}
          onConfirm={() => discarding.mutate()}
          onCancel={() => setAsks(null)}
        >
          The text and its files will be gone.
        </Confirm>
      </Dialog>
      <Dialog
        open={asks === 'aside' || leaving.asks}
        onClose={() => {
          setAsks(null);
          leaving.stay();
        }}
        title="Leave without the files?"
      >
        <Confirm
          action="Leave"
          keep="Keep writing"
          isPending={false}
          onConfirm={leaving.asks ? leaving.leave : putAside}
          onCancel={() => {
            setAsks(null);
            leaving.stay();
          }}
        >
          The text is kept as a draft. The attached files could not be stored: together they are too large, or
          the connection failed.
        </Confirm>
      </Dialog>
    </>
  );
}

/** Sends text that was sent before the form was shown, but not if the form contains an older draft that nobody has seen. */
function useEarlySend(form: RefObject<HTMLFormElement | null>, isSent: boolean): void {
  const waits = useRef(isSent);
  useEffect(() => {
    if (!waits.current) return;
    waits.current = false;
    form.current?.requestSubmit();
  }, [form]);
}

const notSaved = 'This tab keeps its text, and saves it as soon as the server answers.';

const draftWords: Record<DraftState, string> = {
  untouched: '',
  saved: 'Draft saved',
  waiting: 'Draft not saved yet, trying again…',
  refused: 'Draft not saved',
  conflict: 'Changed in another window, not saved here',
};

const titles = { new: 'New message', reply: 'Reply', reply_all: 'Reply to all', forward: 'Forward' };
const placeholders = {
  new: 'Write your message…',
  reply: 'Write your reply…',
  reply_all: 'Write your reply to everyone…',
  forward: 'Add a note (optional)…',
};

/** Moves the caret to the end of the existing text. */
function toEnd({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  if (currentTarget.selectionStart === 0)
    currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
}

type HeadProps = PartProps & { problems: unknown; moveTo: (identity: Identity) => void };

function Head({ about, draft, change, problems, moveTo }: HeadProps) {
  const { mode, identity } = about;
  const [showsCopies, setShowsCopies] = useState(draft.cc !== '' || draft.bcc !== '');
  const wrong = problems ? problemsOf(failureOf(problems)) : new Map<string, string>();
  const field = (name: 'to' | 'cc' | 'bcc', label: string) => (
    <RecipientInput
      label={label}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      identityId={identity.id}
      problems={problemsIn(wrong, name)}
      autoFocus={name === 'to' && asksForRecipients(mode) && draft.to === ''}
    />
  );
  const hasCopies = mode !== 'forward';
  return (
    <>
      <From about={about} draft={draft} change={change} moveTo={moveTo} />
      <div className="relative">
        {field('to', 'To')}
        {hasCopies && !showsCopies ? (
          <button
            type="button"
            onClick={() => setShowsCopies(true)}
            className="absolute top-1.5 right-3 rounded-md bg-surface px-2 py-1 text-[13px] text-ink-soft hover:text-ink"
          >
            Cc, Bcc
          </button>
        ) : null}
      </div>
      {hasCopies && showsCopies ? field('cc', 'Cc') : null}
      {hasCopies && showsCopies ? field('bcc', 'Bcc') : null}
      {mode === 'new' ? (
        <label className="flex items-baseline gap-3 border-b border-line px-4">
          <span className="w-12 shrink-0 py-2.5 text-[13px] text-ink-soft">Subject</span>
          <input
            value={draft.subject}
            maxLength={998}
            onChange={(event) => change({ subject: event.target.value })}
            className="min-w-0 flex-1 bg-transparent py-2.5 text-sm font-medium outline-none"
          />
        </label>
      ) : null}
    </>
  );
}

/** The problems of one field by the index of the address. Paths are for example `to.1` or `to.1.address`. */
function problemsIn(wrong: ReadonlyMap<string, string>, field: string): Map<number, string> {
  const places = new Map<number, string>();
  for (const [path, problem] of wrong) {
    const place = new RegExp(`^${field}[.[](\\d+)`).exec(path)?.[1];
    if (place !== undefined) places.set(Number(place), problem);
  }
  return places;
}

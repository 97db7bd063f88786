'use client';

import { Paperclip, SendHorizontal, Trash2, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { StoredDraft } from '../data/trpc.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useSay } from '../shell/toasts.tsx';
import { sizeWords } from './attachments.tsx';
import {
  type About,
  asksForRecipients,
  type Draft,
  emptyDraft,
  isSendable,
  MOST_BYTES,
  readFile,
} from './compose-draft.ts';
import { draftOf, useKeptDraft } from './kept-draft.ts';
import { RecipientInput } from './recipient-input.tsx';
import { useSend, useTrial } from './sending.ts';
import { TrialResult } from './trial-result.tsx';

type ComposerProps = {
  about: About;
  onDone: () => void;
  /** The draft to go on with. */
  stored?: StoredDraft | null;
};

/** The form for a message, a reply or a forward. A trial on the server shows what would happen to the draft. */
export function Composer({ about, onDone, stored = null }: ComposerProps) {
  const [draft, setDraft] = useState<Draft>(() => (stored ? draftOf(stored) : emptyDraft));
  const kept = useKeptDraft(about, draft, stored);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const trial = useTrial(about, draft);
  const done = () => {
    void kept.forget();
    onDone();
  };
  const send = useSend(about, done);
  const form = useRef<HTMLFormElement>(null);
  const { mode } = about;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSendable(mode, draft) && !send.isPending) send.mutate(draft);
  };
  const discard = () => {
    const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
    if (isEmpty || confirm('Discard this draft?')) done();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
    else if (event.key === 'Escape' && !event.defaultPrevented) discard();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label={titles[mode]}
      className="rounded-xl border border-line-strong bg-surface"
    >
      <Head about={about} draft={draft} change={change} />
      <label className="block">
        <span className="sr-only">Message</span>
        <textarea
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          placeholder={placeholders[mode]}
          rows={mode === 'new' ? 14 : 7}
          // biome-ignore lint/a11y/noAutofocus: the user has just opened this form to write in it.
          autoFocus={!asksForRecipients(mode)}
          className="block w-full resize-y bg-transparent px-4 py-3 text-[15px] leading-6 outline-none placeholder:text-ink-soft"
        />
      </label>
      <Files draft={draft} change={change} />
      <div className="space-y-3 border-t border-line px-4 py-3">
        {send.error ? <Refusal error={send.error} /> : <TrialResult trial={trial.data} error={trial.error} />}
        <div className="flex items-center gap-1">
          <Button type="submit" tone="primary" disabled={!isSendable(mode, draft) || send.isPending}>
            <SendHorizontal aria-hidden="true" />
            {send.isPending ? 'Sending…' : 'Send'}
          </Button>
          {mode === 'forward' ? (
            <IncludeAttachments about={about} draft={draft} change={change} />
          ) : (
            <AddFiles draft={draft} change={change} />
          )}
          <span role="status" className="ml-auto text-xs text-ink-soft">
            {kept.isSaved ? 'Draft saved' : ''}
          </span>
          <IconButton label="Discard" shortcut="Esc" onClick={discard}>
            <Trash2 />
          </IconButton>
        </div>
      </div>
    </form>
  );
}

const titles = { new: 'New message', reply: 'Reply', reply_all: 'Reply to all', forward: 'Forward' };
const placeholders = {
  new: 'Write your message…',
  reply: 'Write your reply…',
  reply_all: 'Write your reply to everyone…',
  forward: 'Add a note (optional)…',
};

type PartProps = { about: About; draft: Draft; change: (changes: Partial<Draft>) => void };

function Head({ about, draft, change }: PartProps) {
  const { mode, identity } = about;
  const [showsCopies, setShowsCopies] = useState(false);
  if (!asksForRecipients(mode)) return null;
  const field = (name: 'to' | 'cc' | 'bcc', label: string) => (
    <RecipientInput
      label={label}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      identityId={identity.id}
      autoFocus={name === 'to'}
    />
  );
  return (
    <>
      <div className="relative">
        {field('to', 'To')}
        {mode === 'new' && !showsCopies ? (
          <button
            type="button"
            onClick={() => setShowsCopies(true)}
            className="absolute top-1.5 right-3 rounded-md bg-surface px-2 py-1 text-[13px] text-ink-soft hover:text-ink"
          >
            Cc, Bcc
          </button>
        ) : null}
      </div>
      {showsCopies ? field('cc', 'Cc') : null}
      {showsCopies ? field('bcc', 'Bcc') : null}
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

function AddFiles({ draft, change }: Omit<PartProps, 'about'>) {
  const input = useRef<HTMLInputElement>(null);
  const say = useSay();
  const add = async (list: FileList | null) => {
    const files = await Promise.all(Array.from(list ?? [], readFile)).catch(say.failed);
    if (Array.isArray(files)) change({ files: [...draft.files, ...files] });
  };
  return (
    <>
      <IconButton label="Attach files" onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void add(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}

function IncludeAttachments({ about, draft, change }: PartProps) {
  const many = about.message?.attachments.length ?? 0;
  if (many === 0) return null;
  return (
    <label className="ml-2 flex items-center gap-2 text-[13px]">
      <input
        type="checkbox"
        checked={draft.includeAttachments}
        onChange={(event) => change({ includeAttachments: event.target.checked })}
        className="size-4 accent-accent"
      />
      Include {many === 1 ? 'the attachment' : `its ${many} attachments`}
    </label>
  );
}

function Files({ draft, change }: Omit<PartProps, 'about'>) {
  if (draft.files.length === 0) return null;
  const total = draft.files.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className="px-4 pb-3">
      <ul aria-label="Attached files" className="flex flex-wrap gap-2">
        {draft.files.map((file) => (
          <li
            key={file.id}
            className="flex max-w-full items-center gap-2 rounded-lg border border-line py-1 pr-1 pl-3 text-[13px]"
          >
            <span className="truncate">{file.filename}</span>
            <span className="shrink-0 text-ink-soft">{sizeWords(file.size)}</span>
            <IconButton
              label={`Remove ${file.filename}`}
              className="size-7"
              onClick={() => change({ files: draft.files.filter(({ id }) => id !== file.id) })}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      {total > MOST_BYTES ? (
        <p className="mt-2 text-[13px] text-warn">
          {sizeWords(total)} is more than one message can hold (about {sizeWords(MOST_BYTES)}). The message is
          refused unless the workspace’s policy turns large files into links.
        </p>
      ) : null}
    </div>
  );
}

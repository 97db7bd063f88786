'use client';

import { FilePen } from 'lucide-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import type { StoredDraft } from '../data/trpc.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useCurrentMailbox, useMailboxes } from '../shell/mailboxes.ts';
import { Composer } from './composer.tsx';
import { useMyDrafts } from './kept-draft.ts';
import { nameDraft, useNamedDraft } from './named-draft.ts';
import { settle, useReopened, useSettleOnLeave } from './reopen.ts';
import { SenderHints } from './sender-hints.tsx';

export function ComposePage() {
  const mailbox = useCurrentMailbox();
  const router = useRouter();
  const [chosen, setChosen] = useState<StoredDraft | null>(null);
  const named = useNamedDraft(mailbox?.id);
  const reopened = useReopened();
  // While the draft moves to another mailbox, it must not appear in this one.
  const isHere = reopened?.about.identity.id === mailbox?.id && !reopened?.about.message;
  const takenBack = isHere ? reopened : null;
  useSettleOnLeave(takenBack);
  const to = useSearchParams().get('to') ?? '';
  if (!mailbox) return <ChooseMailbox />;
  const stored = chosen ?? named?.data ?? null;
  const isWaiting = Boolean(named?.isPending && !takenBack);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 py-6 sm:px-8">
        <h1 className="mb-4 text-lg font-semibold tracking-tight">New message</h1>
        <SenderHints identity={mailbox} />
        {stored || takenBack || named ? null : <Drafts identityId={mailbox.id} onOpen={setChosen} />}
        {named?.error && !chosen && !takenBack ? <Gone error={named.error} mailboxId={mailbox.id} /> : null}
        {isWaiting ? (
          <div role="status" aria-label="Loading the draft">
            <Skeleton className="h-64" />
          </div>
        ) : (
          <Composer
            key={takenBack?.count ?? stored?.id ?? `new ${to}`}
            about={{ identity: mailbox, mode: 'new', message: null }}
            stored={stored}
            to={to}
            reopened={takenBack?.draft ?? null}
            onCreated={nameDraft}
            onDone={() => {
              settle();
              router.push(`/console/mail/${mailbox.id}`);
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Says that a draft no longer exists, or that it cannot be read at the moment. */
function Gone({ error, mailboxId }: { error: unknown; mailboxId: string }) {
  const failure = failureOf(error);
  if (failure.code !== 'draft_not_found') return <FailureNotice failure={failure} />;
  return (
    <p className="mb-4 rounded-lg bg-warn-wash px-4 py-3 text-sm leading-6">
      This draft is no longer there: it was sent or discarded.{' '}
      <Link href={`/console/mail/${mailboxId}/drafts`} className="prose-link">
        Show the drafts
      </Link>
    </p>
  );
}

/** Asks from which mailbox to write, if all mailboxes are shown. */
function ChooseMailbox() {
  const router = useRouter();
  const query = useSearchParams().toString();
  const { mailboxes } = useMailboxes();
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 sm:px-8">
      <h1 className="text-lg font-semibold tracking-tight">New message</h1>
      <div className="mt-4 flex items-center gap-3 text-sm">
        <span className="text-ink-soft">From</span>
        <FilterSelect
          label="From"
          all="Choose a mailbox"
          value=""
          options={mailboxes.map(({ id, display_name, primary_address }) => [
            id,
            `${display_name} <${primary_address}>`,
          ])}
          onChange={(id) => id && router.replace(`/console/mail/${id}/compose${query && `?${query}`}`)}
        />
      </div>
    </div>
  );
}

const MOST_SHOWN = 5;

/** New messages that were started but neither sent nor discarded. */
function Drafts({ identityId, onOpen }: { identityId: string; onOpen: (draft: StoredDraft) => void }) {
  const [atFirst, setAtFirst] = useState<StoredDraft[] | null>(null);
  const { drafts, isPending } = useMyDrafts(identityId);
  // The list stays as it was when the page opened, so that the message that is being written does not appear in it.
  if (atFirst === null && !isPending) setAtFirst(drafts.filter(({ mode }) => mode === 'send'));
  if (!atFirst || atFirst.length === 0) return null;
  return (
    <section aria-label="Drafts" className="mb-4">
      <h2 className="mb-1 flex justify-between text-xs font-medium text-ink-soft">
        Continue a draft
        <Link href={`/console/mail/${identityId}/drafts`} className="prose-link">
          All drafts
        </Link>
      </h2>
      <ul className="rounded-xl border border-line bg-surface">
        {atFirst.slice(0, MOST_SHOWN).map((draft) => (
          <li key={draft.id} className="border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onOpen(draft)}
              className="flex w-full items-center gap-2 px-4 py-2 text-left text-sm hover:bg-hover"
            >
              <FilePen className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
              <span className="truncate">{draft.subject || draft.text || 'No subject'}</span>
              <Time at={draft.updated_at} className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

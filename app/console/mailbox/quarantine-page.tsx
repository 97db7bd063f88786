'use client';

import { ChevronDown, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { type QuarantinedMessage, useTRPCClient } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { quarantineReason } from '../labels/trust.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { ALL_MAILBOXES, useMailboxes, useMailScope } from '../shell/mailboxes.ts';
import { Attachments } from './attachments.tsx';
import { HeldAdvice } from './held-panel.tsx';
import { useMailTenant } from './list-parts.tsx';
import { MessageBody } from './message-card.tsx';
import { nameOf } from './people.ts';
import { quarantineKey, ReleaseDialog } from './release.tsx';
import { RiskEvidence } from './risk-evidence.tsx';
import { TrustPanel } from './trust-panel.tsx';

const PAGE = 25;
const REFRESH_MS = 30_000;

/** Quarantined messages of one mailbox or of all, with the reason, a preview and the action to release them. */
export function QuarantinePage() {
  const scope = useMailScope() ?? ALL_MAILBOXES;
  const tenantId = useMailTenant();
  const client = useTRPCClient();
  const query = usePages<QuarantinedMessage>(
    [...quarantineKey, scope, tenantId],
    (cursor) =>
      client.quarantine.list_of_tenant.query({
        tenant_id: tenantId ?? '',
        ...(scope !== ALL_MAILBOXES && { identity_id: scope }),
        limit: PAGE,
        ...(cursor && { cursor }),
      }),
    REFRESH_MS,
    tenantId !== null,
  );
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 py-6 sm:px-8">
        <h1 className="text-lg font-semibold tracking-tight">Quarantine</h1>
        <p className="mt-1 mb-5 max-w-xl text-sm leading-6 text-pretty text-ink-soft">
          Agents cannot see quarantined mail and have not acted on it. Open a message to see why it was
          quarantined and what it says.
        </p>
        <List query={query} showsMailbox={scope === ALL_MAILBOXES} />
      </div>
    </div>
  );
}

type ListProps = { query: ReturnType<typeof usePages<QuarantinedMessage>>; showsMailbox: boolean };

function List({ query, showsMailbox }: ListProps) {
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState(false);
  const { mailboxes } = useMailboxes();
  if (error && items.length === 0)
    return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-32" />;
  if (items.length === 0) {
    return (
      <Empty icon={ShieldCheck} title="The quarantine is empty">
        <p>Forged, suspicious and unwanted mail waits here until somebody releases it.</p>
      </Empty>
    );
  }
  const selected = items.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  const all = items.map(({ id }) => id);
  return (
    <>
      <div className="sticky top-0 z-10 -mx-1 mb-3 flex min-h-11 items-center gap-3 bg-canvas px-1 text-[13px]">
        <label className="flex items-center gap-2 pl-4">
          <input
            type="checkbox"
            checked={selected.length === items.length}
            onChange={(event) => choose(all, event.target.checked)}
            className="size-4 accent-accent"
          />
          {selected.length === 0 ? 'Select all' : `${counted(selected.length, 'message')} selected`}
        </label>
        {selected.length > 0 ? (
          <Button size="small" className="ml-auto" onClick={() => setAsks(true)}>
            Release {selected.length === 1 ? 'it' : `all ${selected.length}`}…
          </Button>
        ) : null}
      </div>
      <ul className="space-y-3">
        {items.map((message) => (
          <li key={message.id}>
            <Quarantined
              message={message}
              mailbox={
                showsMailbox
                  ? (mailboxes.find(({ id }) => id === message.identity_id)?.display_name ?? null)
                  : null
              }
              isChosen={chosen.has(message.id)}
              choose={(isChosen) => choose([message.id], isChosen)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      <ReleaseDialog
        messages={selected}
        open={asks}
        onClose={() => setAsks(false)}
        onDone={() => setChosen(new Set())}
      />
    </>
  );
}

type CardProps = {
  message: QuarantinedMessage;
  mailbox: string | null;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
};

function Quarantined({ message, mailbox, isChosen, choose }: CardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const subject = message.subject || 'No subject';
  return (
    <article aria-label={subject} className="rounded-xl border border-line bg-surface">
      <div className="flex items-start">
        <input
          type="checkbox"
          aria-label={`Select ${subject}`}
          checked={isChosen}
          onChange={(event) => choose(event.target.checked)}
          className="mt-5 ml-4 size-4 shrink-0 accent-accent"
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-xl px-4 py-3 text-left"
        >
          <Avatar name={nameOf(message.from)} />
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline gap-2">
              <span className="truncate text-sm font-medium">{subject}</span>
              <Time at={message.created_at} className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums" />
            </span>
            <span className="block truncate text-[13px] text-ink-soft">
              {nameOf(message.from)} {message.from?.name ? `<${message.from.address}>` : ''}
              {mailbox ? ` to ${mailbox}` : ''}
            </span>
            <span className="mt-1 block text-[13px] leading-5 text-warn">
              {quarantineReason(message.quarantine_reason)}
            </span>
          </span>
          <ChevronDown
            className={cn(
              'mt-0.5 size-4 shrink-0 text-ink-soft transition-transform',
              isOpen && 'rotate-180',
            )}
            aria-hidden="true"
          />
        </button>
      </div>
      {isOpen ? (
        <div className="space-y-4 px-4 pb-4 sm:pl-15">
          <div className="text-[13px] leading-5">
            <HeldAdvice reason={message.quarantine_reason} />
          </div>
          <RiskEvidence message={message} />
          <TrustPanel message={message} />
          <section aria-label="Preview" className="rounded-lg border border-dashed border-line-strong p-4">
            <h2 className="mb-2 text-xs font-medium text-ink-soft">Preview</h2>
            <MessageBody message={message} />
            <Attachments message={message} />
          </section>
          <Button onClick={() => setAsks(true)}>Release…</Button>
        </div>
      ) : null}
      <ReleaseDialog messages={[message]} open={asks} onClose={() => setAsks(false)} />
    </article>
  );
}

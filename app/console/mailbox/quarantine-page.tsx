'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ShieldCheck } from 'lucide-react';
import { useParams } from 'next/navigation';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { type QuarantinedMessage, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { quarantineReason } from '../labels/trust.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Attachments } from './attachments.tsx';
import { MessageBody } from './message-card.tsx';
import { nameOf } from './people.ts';
import { TrustPanel } from './trust-panel.tsx';
import { threadsKey } from './views.ts';

const PAGE = 25;
const REFRESH_MS = 30_000;
const quarantineKey = (identityId: string) => ['quarantine', identityId] as const;

/** Quarantined messages with the reason, a preview and the way to release them. */
export function QuarantinePage() {
  const { identity = '' } = useParams<{ identity: string }>();
  const client = useTRPCClient();
  const query = usePages<QuarantinedMessage>(
    quarantineKey(identity),
    (cursor) =>
      client.quarantine.list.query({ identity_id: identity, limit: PAGE, ...(cursor && { cursor }) }),
    REFRESH_MS,
  );
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 py-6 sm:px-8">
        <h1 className="text-lg font-semibold tracking-tight">Quarantine</h1>
        <p className="mt-1 mb-5 max-w-xl text-sm leading-6 text-pretty text-ink-soft">
          Agents cannot see quarantined mail and have not acted on it. Open a message to see why it was
          quarantined and what it says.
        </p>
        <List query={query} />
      </div>
    </div>
  );
}

function List({ query }: { query: ReturnType<typeof usePages<QuarantinedMessage>> }) {
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
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
  return (
    <>
      <ul className="space-y-3">
        {items.map((message) => (
          <li key={message.id}>
            <Quarantined message={message} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

const reasonOf = ({ quarantine_reason }: QuarantinedMessage): string => quarantineReason(quarantine_reason);

function Quarantined({ message }: { message: QuarantinedMessage }) {
  const [isOpen, setIsOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <article
      aria-label={message.subject || 'No subject'}
      className="rounded-xl border border-line bg-surface"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-start gap-3 rounded-xl px-4 py-3 text-left"
      >
        <Avatar name={nameOf(message.from)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate text-sm font-medium">{message.subject || 'No subject'}</span>
            <Time at={message.created_at} className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums" />
          </span>
          <span className="block truncate text-[13px] text-ink-soft">
            {nameOf(message.from)} {message.from?.name ? `<${message.from.address}>` : ''}
          </span>
          <span className="mt-1 block text-[13px] leading-5 text-warn">{reasonOf(message)}</span>
        </span>
        <ChevronDown
          className={cn('mt-0.5 size-4 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {isOpen ? (
        <div className="space-y-4 px-4 pb-4 sm:pl-15">
          <TrustPanel message={message} />
          <section aria-label="Preview" className="rounded-lg border border-dashed border-line-strong p-4">
            <h2 className="mb-2 text-xs font-medium text-ink-soft">Preview</h2>
            <MessageBody message={message} />
            <Attachments message={message} />
          </section>
          <Button onClick={() => setAsks(true)}>Release…</Button>
        </div>
      ) : null}
      <Dialog open={asks} onClose={() => setAsks(false)} title="Release this message?">
        <ReleaseForm message={message} onDone={() => setAsks(false)} />
      </Dialog>
    </article>
  );
}

function ReleaseForm({ message, onDone }: { message: QuarantinedMessage; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const { identity_id, id } = message;
  const { mutate, isPending } = useMutation(
    trpc.quarantine.release.mutationOptions({
      onSuccess: async () => {
        onDone();
        say.done('Released to the inbox');
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: quarantineKey(identity_id) }),
          queryClient.invalidateQueries({ queryKey: threadsKey() }),
        ]);
      },
      onError: say.failed,
    }),
  );
  const submit = () => mutate({ identity_id, message_id: id, reason: reason.trim() });
  return (
    <DialogForm
      action="Release"
      cancel="Keep it in quarantine"
      isPending={isPending}
      isIncomplete={!reason.trim()}
      onSubmit={submit}
      onCancel={onDone}
    >
      <p className="text-sm leading-6 text-ink-soft">
        Agents will see the message at once and may act on it. Why it was quarantined: {reasonOf(message)}
      </p>
      <Field label="Why is it safe?" hint="Your answer is kept in the audit log with your name.">
        {(props) => (
          <textarea
            {...props}
            data-autofocus
            rows={3}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className={cn(inputLook, 'h-auto py-2')}
          />
        )}
      </Field>
    </DialogForm>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { type Approval, type ApprovalWithMessage, useTRPC } from '../data/trpc.ts';
import { approvalReason, approvalStatus } from '../labels/approvals.ts';
import { recipientFields } from '../labels/deliveries.ts';
import { Attachments } from '../mailbox/attachments.tsx';
import { MessageBody } from '../mailbox/message-card.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useShortcuts } from '../shell/shortcuts.tsx';
import { useDecision } from './decision.ts';
import { EditForm } from './edit-form.tsx';
import { Provenance } from './provenance.tsx';
import { RejectForm } from './reject-form.tsx';
import { Versions } from './versions.tsx';

type CardProps = {
  approval: Approval;
  isChosen?: boolean;
  /** Absent if the card is shown alone, so that nothing can be selected. */
  onChoose?: () => void;
  startsOpen?: boolean;
};
type Question = 'reject' | 'edit' | null;

const addresses = (list: Approval['to']): string => list.map(({ address }) => address).join(', ') || 'Nobody';

/** One waiting message: a line with its subject, recipients and reasons, or the whole message when open. */
export function ApprovalCard({ approval, isChosen = false, onChoose, startsOpen = false }: CardProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [question, setQuestion] = useState<Question>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.approvals.get.queryOptions({ approval_id: approval.id }),
    enabled: isOpen,
  });
  const { approve } = useDecision(approval);
  const isPending = approval.status === 'pending';
  // Messages without a subject are distinguished by their recipients.
  const name = approval.subject || `No subject, to ${addresses(approval.to)}`;
  const decideOpen = (then: () => void) => (isOpen && data ? then() : setIsOpen(true));
  const keys = {
    // Nobody should approve a message unseen, so the first press opens it.
    a: { name: 'Approve', run: () => decideOpen(() => approve.mutate(data!)) },
    r: { name: 'Reject…', run: () => decideOpen(() => setQuestion('reject')) },
    e: { name: 'Edit…', run: () => decideOpen(() => setQuestion('edit')) },
    ...(onChoose && { x: onChoose }),
  };
  useShortcuts(isPending && hasFocus ? keys : {});
  return (
    <article
      aria-label={name}
      onFocus={() => setHasFocus(true)}
      // The command menu takes the focus but acts on the element that had it.
      onBlur={({ relatedTarget }) => setHasFocus(relatedTarget?.closest('dialog') != null)}
      className="rounded-xl border border-line bg-surface"
    >
      <div className="flex items-start">
        {isPending && onChoose ? (
          <label className="flex shrink-0 cursor-pointer py-4 pl-4">
            <span className="sr-only">Select {name}</span>
            <input type="checkbox" checked={isChosen} onChange={onChoose} className="size-4 accent-accent" />
          </label>
        ) : null}
        <button
          type="button"
          data-approval={approval.id}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-xl px-4 py-3 text-left"
        >
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline gap-2">
              <span className="truncate text-sm font-medium">{approval.subject || 'No subject'}</span>
              <Time
                at={approval.requested_at}
                className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums"
              />
            </span>
            <span className="block truncate text-[13px] text-ink-soft">To {addresses(approval.to)}</span>
            <span className="mt-1.5 flex flex-wrap gap-1.5">
              {isPending ? null : <StatusBadge approval={approval} />}
              {approval.reasons.map((reason) => (
                <Badge key={reason}>{approvalReason(reason)}</Badge>
              ))}
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
      {isOpen && error ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {isOpen && !data && !error ? <Skeleton className="m-4 h-24" /> : null}
      {isOpen && data ? (
        <div className="space-y-4 px-4 pb-4">
          <Evidence approval={data} />
          <Provenance approval={data} />
          <Whole approval={data} />
          {isPending ? (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                tone="primary"
                shortcut="a"
                disabled={approve.isPending}
                onClick={() => approve.mutate(data)}
              >
                Approve
              </Button>
              <Button shortcut="r" onClick={() => setQuestion('reject')}>
                Reject…
              </Button>
              <Button tone="quiet" shortcut="e" onClick={() => setQuestion('edit')}>
                Edit…
              </Button>
              <span className="text-[13px] text-ink-soft">
                Canceled without a decision on <Time at={data.expires_at} long />
              </span>
            </div>
          ) : (
            <Decided approval={data} />
          )}
        </div>
      ) : null}
      <Dialog open={question === 'reject'} onClose={() => setQuestion(null)} title="Reject this message?">
        {data ? <RejectForm approval={data} onDone={() => setQuestion(null)} /> : null}
      </Dialog>
      <Dialog
        open={question === 'edit'}
        onClose={() => setQuestion(null)}
        title="Edit and approve"
        className="w-[min(44rem,calc(100vw-2rem))]"
      >
        {data ? <EditForm approval={data} onDone={() => setQuestion(null)} /> : null}
      </Dialog>
    </article>
  );
}

function StatusBadge({ approval }: { approval: Approval }) {
  const { name, tone } = approvalStatus(approval.status);
  return <Badge tone={tone}>{approval.edited ? `${name}, edited` : name}</Badge>;
}

function Evidence({ approval }: { approval: ApprovalWithMessage }) {
  const title = approval.status === 'pending' ? 'Why it waits' : 'Why it waited';
  return (
    <section aria-label={title} className="rounded-lg bg-warn-wash px-4 py-3 text-[13px] leading-5">
      <h2 className="mb-1 font-medium">{title}</h2>
      <ul className="list-disc space-y-1 pl-4">
        {approval.evidence.map(({ reason, text }) => (
          <li key={`${reason} ${text}`} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The message as it will be sent: envelope, body and files. */
export function Whole({ approval }: { approval: ApprovalWithMessage }) {
  const { message } = approval;
  const people = (['to', 'cc', 'bcc'] as const).filter((field) => message[field].length > 0);
  return (
    <section aria-label="The message" className="rounded-lg border border-dashed border-line-strong p-4">
      <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[13px]">
        <dt className="text-ink-soft">From</dt>
        <dd className="break-all">{message.from?.address}</dd>
        {people.map((field) => (
          <div key={field} className="contents">
            <dt className="text-ink-soft">{recipientFields[field]}</dt>
            <dd className="break-all">{addresses(message[field])}</dd>
          </div>
        ))}
        <dt className="text-ink-soft">Subject</dt>
        <dd className="break-words">
          {message.subject || <span className="text-ink-soft">No subject</span>}
        </dd>
      </dl>
      {approval.original ? (
        <Versions approval={approval} />
      ) : (
        <p className="text-[15px] leading-6.5 break-words whitespace-pre-wrap">{message.text}</p>
      )}
      {message.html && !approval.original ? (
        <details className="mt-3 text-[13px]">
          <summary className="cursor-pointer text-ink-soft">Show the design</summary>
          <MessageBody message={message} />
        </details>
      ) : null}
      <Attachments message={message} />
    </section>
  );
}

function Decided({ approval }: { approval: ApprovalWithMessage }) {
  return (
    <p className="text-[13px] leading-5 text-ink-soft">
      {approvalStatus(approval.status).name}
      {approval.decided_at ? (
        <>
          {' on '}
          <Time at={approval.decided_at} long />
        </>
      ) : null}
      {approval.batch ? `, in the batch “${approval.batch}”` : ''}
      {approval.comment ? `: ${approval.comment}` : '.'}
    </p>
  );
}

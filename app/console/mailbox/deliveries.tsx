'use client';

import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useMay } from '../data/session.tsx';
import { type Delivery, type Message, useTRPC } from '../data/trpc.ts';
import { approvalReason, approvalStatus } from '../labels/approvals.ts';
import { deliveryMeaning, deliveryStatus, recipientFields, sentSteps } from '../labels/deliveries.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { canCancel, replyOf } from './delivery-state.ts';
import { useMessageRefresh } from './message-refresh.ts';
import { ResolveDialog } from './resolve.tsx';

/** The progress of a sent message, step by step and for each recipient, with the actions that are still possible. */
export function Deliveries({ message }: { message: Message }) {
  if (!message.deliveries) return null;
  const isCaptured = message.flags.includes('captured');
  return (
    <section aria-label="Delivery" className="mt-4 rounded-lg border border-line bg-sunken px-4 py-3">
      {isCaptured ? (
        <p className="mb-3 flex gap-2 text-[13px] leading-5 font-medium text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          Captured, not sent: this deployment keeps outgoing mail, so nobody outside it received this message.
        </p>
      ) : null}
      <ol aria-label="What happened" className="space-y-2.5">
        <Step name={sentSteps.accepted} at={message.created_at} />
        <Approval message={message} />
        {message.status === 'queued' && message.send_at ? (
          <Step name={sentSteps.scheduled} at={message.send_at} tone="warn" />
        ) : null}
        {message.sent_at ? (
          <Step
            name={isCaptured ? sentSteps.captured : sentSteps.handedOver}
            at={message.sent_at}
            tone={isCaptured ? 'warn' : 'neutral'}
          />
        ) : null}
        {message.deliveries.map((delivery) => (
          <Recipient
            key={`${delivery.field} ${delivery.address}`}
            delivery={delivery}
            flags={message.flags}
          />
        ))}
      </ol>
      <Actions message={message} />
    </section>
  );
}

const dots: Record<Tone, string> = {
  good: 'bg-good',
  accent: 'bg-accent',
  warn: 'bg-warn',
  bad: 'bg-bad',
  neutral: 'bg-ink-soft',
};

type StepProps = { name: ReactNode; at?: string; tone?: Tone; children?: ReactNode };

/** One line of the timeline. */
function Step({ name, at, tone = 'neutral', children }: StepProps) {
  return (
    <li className="flex gap-3 text-[13px] leading-5">
      <span className={cn('mt-[7px] size-1.5 shrink-0 rounded-full', dots[tone])} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 break-words">{name}</span>
          {at ? <Time at={at} long className="ml-auto text-xs text-ink-soft tabular-nums" /> : null}
        </span>
        {children ? <span className="block text-ink-soft">{children}</span> : null}
      </span>
    </li>
  );
}

function Recipient({ delivery, flags }: { delivery: Delivery; flags: string[] }) {
  const { name, tone } = deliveryStatus(delivery.status, flags);
  const isKept = delivery.status === 'submitted' && flags.includes('captured');
  const answer = isKept ? null : replyOf(delivery);
  return (
    <Step
      tone={tone}
      at={delivery.updated_at}
      name={
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Badge tone={tone}>{name}</Badge>
          <span className="break-all">{delivery.address}</span>
          {delivery.field === 'to' ? null : (
            <span className="text-ink-soft">{recipientFields[delivery.field]}</span>
          )}
        </span>
      }
    >
      {deliveryMeaning(delivery, flags)}
      {answer ? ` The server answered ${answer}.` : null}
    </Step>
  );
}

/** The decision of a person about the message, or that it still waits. */
function Approval({ message: { approval } }: { message: Message }) {
  const mayDecide = useMay('sends:approve');
  if (!approval) return null;
  const { name, tone } = approvalStatus(approval.status);
  return (
    <Step tone={tone} name={<Badge tone={tone}>Approval: {name}</Badge>}>
      {approval.comment ?? approval.reasons.map(approvalReason).join(', ')}
      {approval.status === 'pending' && mayDecide ? (
        <>
          {' '}
          <Link href="/console/approvals" className="underline underline-offset-3 hover:text-ink">
            Decide
          </Link>
        </>
      ) : null}
    </Step>
  );
}

function Actions({ message }: { message: Message }) {
  const maySend = useMay('messages:send');
  const mayWrite = useMay('messages:write');
  if (canCancel(message) && maySend) return <CancelButton message={message} />;
  if (message.status === 'uncertain' && mayWrite) return <ResolveButton message={message} />;
  return null;
}

function CancelButton({ message }: { message: Message }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMessageRefresh();
  const { mutate, isPending } = useMutation(
    trpc.messages.cancel.mutationOptions({
      onSuccess: () => say.done('Canceled. Nothing was sent.'),
      onError: say.failed,
      onSettled: refresh,
    }),
  );
  return (
    <Button
      size="small"
      className="mt-3"
      disabled={isPending}
      onClick={() => mutate({ identity_id: message.identity_id, message_id: message.id })}
    >
      Cancel sending
    </Button>
  );
}

function ResolveButton({ message }: { message: Message }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setIsOpen(true)}>
        Resolve…
      </Button>
      <ResolveDialog message={message} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useMay } from '../data/session.tsx';
import { type Message, useTRPC } from '../data/trpc.ts';
import { approvalReason, approvalStatus } from '../labels/approvals.ts';
import { deliveryReason, deliveryStatus, recipientFields } from '../labels/deliveries.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { canCancel, replyOf } from './delivery-state.ts';
import { conversationKey, threadsKey } from './views.ts';

/** The status of a sent message for each recipient, with the actions that are still possible. */
export function Deliveries({ message }: { message: Message }) {
  if (!message.deliveries) return null;
  return (
    <section aria-label="Delivery" className="mt-4 rounded-lg border border-line bg-sunken px-4 py-3">
      <ol className="space-y-2.5">
        {message.deliveries.map((delivery) => {
          const { name, tone } = deliveryStatus(delivery.status);
          const answer = replyOf(delivery);
          return (
            <li key={`${delivery.field} ${delivery.address}`} className="text-[13px] leading-5">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <Badge tone={tone}>{name}</Badge>
                <span className="min-w-0 break-all">{delivery.address}</span>
                {delivery.field === 'to' ? null : (
                  <span className="text-ink-soft">{recipientFields[delivery.field]}</span>
                )}
                <Time at={delivery.updated_at} className="ml-auto text-xs text-ink-soft tabular-nums" />
              </span>
              {delivery.reason || answer ? (
                <span className="mt-0.5 block text-ink-soft">
                  {delivery.reason ? deliveryReason(delivery.reason) : null}
                  {answer ? ` The recipient’s server answered ${answer}.` : null}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      <Approval message={message} />
      <Scheduled message={message} />
      <Actions message={message} />
    </section>
  );
}

/** What a person decided about it, or that it waits. */
function Approval({ message }: { message: Message }) {
  const mayDecide = useMay('sends:approve');
  const { approval } = message;
  if (!approval) return null;
  const { name, tone } = approvalStatus(approval.status);
  const why = approval.reasons.map(approvalReason).join(', ');
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 text-[13px] leading-5 text-ink-soft">
      <Badge tone={tone}>Approval: {name}</Badge>
      <span>{approval.comment ?? why}</span>
      {approval.status === 'pending' && mayDecide ? (
        <Link href="/console/approvals" className="underline underline-offset-3 hover:text-ink">
          Decide
        </Link>
      ) : null}
    </p>
  );
}

function Scheduled({ message }: { message: Message }) {
  if (message.status !== 'queued' || !message.send_at) return null;
  return (
    <p className="mt-3 text-[13px] text-ink-soft">
      It will be sent on <Time at={message.send_at} long />.
    </p>
  );
}

function Actions({ message }: { message: Message }) {
  const maySend = useMay('messages:send');
  const mayWrite = useMay('messages:write');
  if (canCancel(message) && maySend) return <CancelButton message={message} />;
  if (message.status === 'uncertain' && mayWrite) return <ResolveButton message={message} />;
  return null;
}

/** Reloads everything on the page that shows the message. */
export function useMessageRefresh({ identity_id }: Pick<Message, 'identity_id'>) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: threadsKey() }),
      queryClient.invalidateQueries({ queryKey: conversationKey }),
      queryClient.invalidateQueries(trpc.threads.get.queryFilter()),
      queryClient.invalidateQueries(trpc.messages.get.queryFilter()),
    ]);
  };
}

function CancelButton({ message }: { message: Message }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMessageRefresh(message);
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
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMessageRefresh(message);
  const { mutate, isPending } = useMutation(
    trpc.messages.resolve.mutationOptions({
      onSuccess: () => {
        setIsOpen(false);
        say.done('The outcome is recorded');
      },
      onError: say.failed,
      onSettled: refresh,
    }),
  );
  const resolve = (outcome: 'sent' | 'not_sent') =>
    mutate({ identity_id: message.identity_id, message_id: message.id, outcome });
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setIsOpen(true)}>
        Resolve…
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Was this message sent?">
        <div className="space-y-4 px-5 pb-5 text-sm leading-6 text-ink-soft">
          <p>
            The mail server did not confirm whether it accepted the message, so Proofmail does not send it
            again. Ask a recipient or check the mail server’s log, then record what you found. Your answer is
            final and is kept in the audit log.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" disabled={isPending} onClick={() => resolve('sent')}>
              It was sent
            </Button>
            <Button disabled={isPending} onClick={() => resolve('not_sent')}>
              It was not sent
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

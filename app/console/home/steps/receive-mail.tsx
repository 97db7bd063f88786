'use client';

import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import Link from 'next/link';
import { useMay } from '../../data/session.tsx';
import { useTRPCClient } from '../../data/trpc.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { type Setup, useOverviewRefresh } from '../use-overview.ts';
import type { SetupMailbox } from './create-mailbox.tsx';

type Received = NonNullable<NonNullable<Setup['mail_received']>['result']>;

/** The mailbox can write to itself, so that nobody has to leave the page. */
export function ReceiveMail({ mailbox, isDone }: { mailbox: SetupMailbox | null; isDone: boolean }) {
  const maySend = useMay('messages:send');
  const client = useTRPCClient();
  const refresh = useOverviewRefresh();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ identity_id, address }: { identity_id: string; address: string }) =>
      client.messages.send.mutate(
        {
          identity_id,
          to: [address],
          subject: 'Hello from your own mailbox',
          text: 'This mailbox receives mail. The next one can come from anywhere.',
        },
        { context: { idempotencyKey: crypto.randomUUID() } },
      ),
    onSuccess: refresh,
  });
  const address = mailbox?.address;
  if (!mailbox || !address) return <p className="text-[13px]">Create a mailbox first.</p>;
  return (
    <div className="space-y-3">
      {maySend ? (
        <Button
          size="small"
          disabled={isPending}
          onClick={() => mutate({ identity_id: mailbox.identity_id, address })}
        >
          <Send aria-hidden="true" />
          Send it a test message
        </Button>
      ) : null}
      {error ? (
        <div role="alert" className="text-[13px] leading-5">
          <Refusal error={error} />
        </div>
      ) : null}
      <p role="status" className="text-[13px] text-ink-soft">
        {isSuccess && !isDone ? 'Accepted. Waiting for it to arrive…' : null}
        {!isSuccess && !isDone ? 'Waiting for mail…' : null}
      </p>
    </div>
  );
}

export function MailResult({ mail }: { mail: Received }) {
  const { identity_id, thread_id, from, subject, status, created_at } = mail;
  const isHeld = status === 'quarantined';
  const href = `/console/mail/${identity_id}/${isHeld ? 'quarantine' : thread_id}`;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isHeld ? <Badge tone="warn">In quarantine</Badge> : null}
      <span className="min-w-0 break-words">
        <Link href={href} className="prose-link">
          {subject || 'No subject'}
        </Link>{' '}
        from {from?.name || from?.address || 'an unknown sender'}, <Time at={created_at} />
      </span>
    </p>
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type Needs, useOverviewRefresh } from './use-overview.ts';

type Send = NonNullable<Needs['sends']>['items'][number];

/** Nobody confirmed the hand-over, so a person says what became of it. */
export function ResolveForm({ item, close }: { item: Send; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useOverviewRefresh();
  const { mutate, isPending } = useMutation(
    trpc.messages.resolve.mutationOptions({
      onSuccess: () => {
        say.done('The outcome is recorded');
        close();
      },
      onError: say.failed,
      onSettled: refresh,
    }),
  );
  const resolve = (outcome: 'sent' | 'not_sent') =>
    mutate({ identity_id: item.identity_id, message_id: item.message_id, outcome });
  return (
    <div className="space-y-4 px-5 pb-5 text-sm leading-6 text-ink-soft">
      <p>
        The mail server did not confirm whether it accepted “{item.subject || 'No subject'}”, so Proofmail
        does not send it again. Ask a recipient or look at the mail server’s log, then record what you found.
        Your answer is final and is kept in the audit log.
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
  );
}

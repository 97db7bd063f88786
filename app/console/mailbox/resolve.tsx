'use client';

import { useMutation } from '@tanstack/react-query';
import { type Message, useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../shell/toasts.tsx';
import { useMessageRefresh } from './message-refresh.ts';

type Props = {
  message: Pick<Message, 'id' | 'identity_id' | 'subject'>;
  open: boolean;
  onClose: () => void;
};

/** It is unknown whether the message was sent, so a person decides what happened to it. */
export function ResolveDialog({ message: { id, identity_id, subject }, open, onClose }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMessageRefresh();
  const { mutate, isPending } = useMutation(
    trpc.messages.resolve.mutationOptions({
      onSuccess: () => {
        onClose();
        say.done('The outcome is recorded');
      },
      onError: say.failed,
      onSettled: refresh,
    }),
  );
  const resolve = (outcome: 'sent' | 'not_sent') => mutate({ identity_id, message_id: id, outcome });
  return (
    <Dialog open={open} onClose={onClose} title="Was this message sent?">
      <div className="space-y-4 px-5 pb-5 text-sm leading-6 text-ink-soft">
        <p>
          The mail server did not confirm whether it accepted “{subject || 'No subject'}”, so Proofmail does
          not send it again. Ask a recipient or check the mail server’s log, then record what you found. Your
          answer is final and is kept in the audit log.
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
  );
}

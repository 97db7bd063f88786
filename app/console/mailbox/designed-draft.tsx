'use client';

import { useMutation } from '@tanstack/react-query';
import { type StoredDraft, useTRPC } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { useSay } from '../shell/toasts.tsx';

type Props = { stored: StoredDraft; onSent: () => void };

/** A draft with HTML from an agent. The form shows only its text, so it can also be sent unchanged. */
export function DesignedDraft({ stored: { id, identity_id, version }, onSent }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.drafts.send.mutationOptions({
      onError: say.failed,
      onSuccess: () => {
        say.done('Sent with its design');
        onSent();
      },
    }),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-wash px-3 py-2 text-[13px] leading-5">
      <p className="min-w-0 flex-1 basis-60">
        This draft has a design, which is not shown here. Send writes its text only.
      </p>
      <Button
        size="small"
        disabled={isPending}
        onClick={() => mutate({ identity_id, draft_id: id, version })}
      >
        Send with its design
      </Button>
    </div>
  );
}

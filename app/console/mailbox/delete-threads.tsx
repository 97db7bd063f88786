'use client';

import { useMutation } from '@tanstack/react-query';
import { type ListedThread, useTRPCClient } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useSay } from '../shell/toasts.tsx';
import { useThreadChange } from './thread-changes.ts';

type Named = Pick<ListedThread, 'id' | 'identity_id'>;

export const conversations = (threads: readonly unknown[]): string => counted(threads.length, 'conversation');

type DeleteProps = { threads: readonly Named[]; onCancel: () => void; onDone: () => void };

/** Deletes conversations by erasing each of them, except for those under a legal hold. */
export function DeleteThreads({ threads, onCancel, onDone }: DeleteProps) {
  const client = useTRPCClient();
  const say = useSay();
  const { refresh } = useThreadChange();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const { id, identity_id } of threads)
        await client.erasures.create.mutate({ scope: 'thread', identity_id, thread_id: id });
    },
    onSuccess: () => {
      say.done(`${conversations(threads)} will be gone in a moment`);
      onDone();
    },
    onError: say.failed,
    onSettled: refresh,
  });
  return (
    <Confirm action="Delete" isPending={isPending} onConfirm={() => mutate()} onCancel={onCancel}>
      Their messages, files and search entries are deleted permanently. This cannot be undone.
    </Confirm>
  );
}

'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../data/trpc.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useSay } from '../shell/toasts.tsx';

type Props = {
  revoked: { key_id: string; name: string };
  close: () => void;
  refresh: () => Promise<void>;
};

/** Asks before a key is revoked, and whether to revoke the keys that it created as well. */
export function RevokeKey({ revoked, close, refresh }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const [withChildren, setWithChildren] = useState(true);
  const { data } = useQuery(trpc.keys.list.queryOptions({ created_by: revoked.key_id, limit: 100 }));
  const children = data?.data ?? [];
  const { mutate, isPending } = useMutation(
    trpc.keys.revoke.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Revoked ${revoked.name}`),
      onSettled: () => {
        close();
        return refresh();
      },
    }),
  );
  return (
    <Confirm
      action="Revoke"
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ key_id: revoked.key_id, children: children.length > 0 && withChildren })}
    >
      Programs that use <span className="font-medium text-ink">{revoked.name}</span> lose access at once. This
      cannot be undone.
      {children.length > 0 ? (
        <label className="mt-3 flex cursor-pointer items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1 size-3.5 accent-accent"
            checked={withChildren}
            onChange={(event) => setWithChildren(event.target.checked)}
          />
          <span>
            Also revoke the keys that it created: {children.map(({ name }) => name).join(', ')}
            {data?.next_cursor ? ' and more' : ''}.
          </span>
        </label>
      ) : null}
    </Confirm>
  );
}

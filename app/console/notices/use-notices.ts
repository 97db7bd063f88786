'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticesKey, unreadNoticesKey } from '../data/seed-keys.ts';
import { useSession } from '../data/session.tsx';
import { useTRPCClient } from '../data/trpc.ts';
import { useSay } from '../shell/toasts.tsx';

const MINUTE = 60_000;

/** The number of unread notices, counted up to 100. */
export function useUnreadNotices(): number {
  const client = useTRPCClient();
  const { workspace } = useSession();
  const { data } = useQuery({
    queryKey: unreadNoticesKey(workspace?.id),
    queryFn: async () => (await client.notices.list.query({ limit: 1 })).unread,
    enabled: workspace !== null,
    refetchInterval: MINUTE,
  });
  return data ?? 0;
}

/** Marks notices as read, and reloads what shows them. */
export function useMarkRead() {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const say = useSay();
  return useMutation({
    mutationFn: (which: { ids: string[] } | { up_to: string }) => client.notices.mark_read.mutate(which),
    onError: say.failed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  });
}

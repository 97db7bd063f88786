'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../data/trpc.ts';
import { conversationKey, threadsKey } from './query-keys.ts';

/** Reloads everything on the page that shows the message. */
export function useMessageRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: threadsKey() }),
      queryClient.invalidateQueries({ queryKey: conversationKey }),
      queryClient.invalidateQueries(trpc.threads.get.queryFilter()),
      queryClient.invalidateQueries(trpc.messages.get.queryFilter()),
      queryClient.invalidateQueries(trpc.overview.read.queryFilter()),
    ]);
  };
}

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../data/trpc.ts';

export const identitiesKey = ['identities'] as const;

/** Reloads everything on the page that shows identities. */
export function useIdentityRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: identitiesKey }),
      queryClient.invalidateQueries(trpc.identities.list.queryFilter()),
      queryClient.invalidateQueries(trpc.identities.read.queryFilter()),
      queryClient.invalidateQueries(trpc.identities.list_addresses.queryFilter()),
    ]);
}

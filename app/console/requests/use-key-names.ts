'use client';

import { useQuery } from '@tanstack/react-query';
import { useMay } from '../data/session.tsx';
import { useTRPCClient } from '../data/trpc.ts';

const MOST = 100;

/** The names of the workspace's keys; a key that has gone keeps its id. */
export function useKeyNames(tenantId: string) {
  const client = useTRPCClient();
  const mayRead = useMay('keys:manage');
  const { data } = useQuery({
    queryKey: ['keys', 'names', tenantId],
    queryFn: () => client.keys.list.query({ limit: MOST }),
    enabled: mayRead,
  });
  const offered = (data?.data ?? []).map(({ key_id, name }) => [key_id, name] as const);
  const names = new Map(offered);
  return { offered, nameOf: (id: string): string => names.get(id) ?? id };
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useMay } from '../data/session.tsx';
import { useTRPCClient } from '../data/trpc.ts';

const MOST = 100;

/** The names of the workspace's keys and members; one that has gone keeps its id. */
export function useCallerNames(tenantId: string) {
  const client = useTRPCClient();
  const mayReadKeys = useMay('keys:manage');
  const mayReadMembers = useMay('members:read');
  const listed = useQuery({
    queryKey: ['keys', 'names', tenantId],
    queryFn: () => client.keys.list.query({ limit: MOST }),
    enabled: mayReadKeys,
  });
  const members = useQuery({
    queryKey: ['members', 'names', tenantId],
    queryFn: () => client.members.list.query({ tenant_id: tenantId }),
    enabled: mayReadMembers,
  });
  const keys = (listed.data?.data ?? []).map(({ key_id, name }) => [key_id, name] as const);
  const people = (members.data?.data ?? []).map(
    ({ user_id, name, email }) => [user_id, name || email] as const,
  );
  const names = new Map([...keys, ...people]);
  return { keys, people, nameOf: (id: string): string => names.get(id) ?? id };
}

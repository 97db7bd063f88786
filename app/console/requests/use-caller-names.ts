'use client';

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMay } from '../data/session.tsx';
import { type LoggedRequest, useTRPC, useTRPCClient } from '../data/trpc.ts';

const MOST = 100;
/** The maximum number of actors in one call of `audit.name_actors`. */
const MOST_NAMED = 200;

/**
 * The names of the workspace's keys and members, and of former ones that made calls. Callers without a name keep their id.
 */
export function useCallerNames(tenantId: string, requests: readonly LoggedRequest[]) {
  const trpc = useTRPC();
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
  const known = new Map([...keys, ...people]);
  const callers = new Set(requests.map(({ key_id, user_id }) => key_id ?? user_id ?? ''));
  const unknown = [...callers].filter((id) => id && !known.has(id)).toSorted();
  const gone = useQuery(
    trpc.audit.name_actors.queryOptions(
      unknown.length > 0 ? { actor_ids: unknown.slice(0, MOST_NAMED) } : skipToken,
      { placeholderData: keepPreviousData },
    ),
  );
  // Callers without a name belong to the deployment and not to the workspace.
  const others = new Map(gone.data?.data.map(({ id, name }) => [id, name ?? 'The operator']));
  return { keys, people, nameOf: (id: string): string => known.get(id) ?? others.get(id) ?? id };
}

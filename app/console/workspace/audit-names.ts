'use client';

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMay, useSession } from '../data/session.tsx';
import { type AuditEvent, useTRPC } from '../data/trpc.ts';
import { useMailboxes } from '../shell/mailboxes.ts';

/** The server resolves this many names per call. */
const MOST = 200;
const OFFERED = 100;
const STALE_MS = 60_000;

export const actorIdOf = ({ actor_user_id, actor_key_id }: AuditEvent): string | null =>
  actor_user_id ?? actor_key_id;

/** The names of actors and targets, as far as they are known. */
export function useAuditNames(events: readonly AuditEvent[]) {
  const trpc = useTRPC();
  const { mailboxes } = useMailboxes();
  const { workspace } = useSession();
  const { people, invited } = usePeople();
  const keys = useKeys();
  const ids = [...new Set(events.flatMap((event) => actorIdOf(event) ?? []))].sort().slice(0, MOST);
  const { data, isPlaceholderData } = useQuery(
    trpc.audit.name_actors.queryOptions(ids.length > 0 ? { actor_ids: ids } : skipToken, {
      staleTime: STALE_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const actors = new Map(data?.data.map((actor) => [actor.id, actor]));
  const tenants = useTenants();
  const webhooks = useWebhooks(events.some(({ target_type }) => target_type === 'webhook'));
  const known = new Map<string, string>([
    ...(workspace ? [[workspace.id, workspace.name] as const] : []),
    ...mailboxes.map(({ id, primary_address }) => [id, primary_address] as const),
    ...tenants,
    ...people,
    ...invited,
    ...keys,
    ...webhooks,
    ...[...actors].flatMap(([id, { name }]) => (name === null ? [] : [[id, name] as const])),
  ]);
  return {
    /** The actors that the filter offers: current members and keys. */
    offered: [...people, ...keys],
    nameOf: (id: string): string | null => known.get(id) ?? null,
    actorName: (event: AuditEvent): string => {
      const id = actorIdOf(event);
      if (id === null) return 'Proofmail';
      const name = known.get(id);
      if (name !== undefined) return event.actor_user_id === null ? `Key “${name}”` : name;
      if (actors.has(id)) return 'The operator';
      return data && !isPlaceholderData ? 'A deleted account or key' : '…';
    },
  };
}

type Names = [id: string, name: string][];

function usePeople(): { people: Names; invited: Names } {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const mayRead = useMay('members:read');
  const { data } = useQuery(
    trpc.members.list.queryOptions(workspace && mayRead ? { tenant_id: workspace.id } : skipToken, {
      staleTime: STALE_MS,
    }),
  );
  return {
    people: data?.data.map(({ user_id, name }) => [user_id, name]) ?? [],
    invited: data?.invitations.map(({ id, email }) => [id, email]) ?? [],
  };
}

/** Workspaces, which only the operator can list. */
function useTenants(): [id: string, name: string][] {
  const trpc = useTRPC();
  const { on_platform } = useSession();
  const { data } = useQuery(
    trpc.tenants.list.queryOptions(on_platform ? { limit: OFFERED } : skipToken, { staleTime: STALE_MS }),
  );
  return data?.data.map(({ id, name }) => [id, name]) ?? [];
}

/** The addresses of endpoints, once an entry is about one. */
function useWebhooks(isNeeded: boolean): [id: string, url: string][] {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const mayRead = useMay('webhooks:read');
  const { data } = useQuery(
    trpc.webhooks.list_of_tenant.queryOptions(
      isNeeded && workspace && mayRead ? { tenant_id: workspace.id, limit: OFFERED } : skipToken,
      { staleTime: STALE_MS },
    ),
  );
  return data?.data.map(({ id, url }) => [id, url]) ?? [];
}

function useKeys(): [id: string, name: string][] {
  const trpc = useTRPC();
  const mayRead = useMay('keys:manage');
  const { data } = useQuery(
    trpc.keys.list.queryOptions(mayRead ? { limit: OFFERED } : skipToken, { staleTime: STALE_MS }),
  );
  return data?.data.map(({ key_id, name }) => [key_id, name]) ?? [];
}

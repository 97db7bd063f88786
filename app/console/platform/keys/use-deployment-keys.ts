'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { usePages } from '../../data/pages.ts';
import { type ApiKey, useTRPC, useTRPCClient } from '../../data/trpc.ts';
import { type Partner, partnersKey } from '../kinds.ts';

export type KeyLevel = 'platform' | 'partner';

export const deploymentKeysKey = ['deployment-keys'] as const;

const PAGE = 50;
const MOST = 100;
/** `audit.name_actors` names this many at once. */
const MOST_MAKERS = 200;

/** The keys of a level. */
export function useDeploymentKeys(level: KeyLevel) {
  const client = useTRPCClient();
  return usePages<ApiKey>([...deploymentKeysKey, level], (cursor) =>
    client.keys.list.query({ level, limit: PAGE, ...(cursor && { cursor }) }),
  );
}

/** The partners of the deployment, deleted ones left out. */
export function usePartners(): readonly Partner[] {
  const client = useTRPCClient();
  const { data } = useQuery({
    queryKey: [...partnersKey, 'names'],
    queryFn: () => client.partners.list.query({ limit: MOST }),
  });
  return (data?.data ?? []).filter(({ status }) => status !== 'deleted');
}

/** The names of who created the keys. */
export function useMakerNames(keys: readonly ApiKey[]): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const ids = [...new Set(keys.flatMap(({ created_by }) => created_by?.id ?? []))].sort();
  const { data } = useQuery(
    trpc.audit.name_actors.queryOptions(
      ids.length > 0 ? { actor_ids: ids.slice(0, MOST_MAKERS) } : skipToken,
    ),
  );
  return new Map((data?.data ?? []).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

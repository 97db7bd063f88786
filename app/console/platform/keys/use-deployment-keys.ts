'use client';

import { useQuery } from '@tanstack/react-query';
import { usePages } from '../../data/pages.ts';
import { type ApiKey, useTRPCClient } from '../../data/trpc.ts';
import { type Partner, partnersKey } from '../kinds.ts';

export type KeyLevel = 'platform' | 'partner';

export const deploymentKeysKey = ['deployment-keys'] as const;

const PAGE = 50;
const MOST = 100;

/** The keys of a level. */
export function useDeploymentKeys(level: KeyLevel) {
  const client = useTRPCClient();
  return usePages<ApiKey>([...deploymentKeysKey, level], (cursor) =>
    client.keys.list.query({ level, limit: PAGE, ...(cursor && { cursor }) }),
  );
}

/** The partners of the deployment, except for deleted ones. */
export function usePartners(): readonly Partner[] {
  const client = useTRPCClient();
  const { data } = useQuery({
    queryKey: [...partnersKey, 'names'],
    queryFn: () => client.partners.list.query({ limit: MOST }),
  });
  return (data?.data ?? []).filter(({ status }) => status !== 'deleted');
}

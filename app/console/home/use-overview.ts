'use client';

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { useLiveRefresh } from '../shell/live.tsx';
import { isSettingUp, type Overview } from './setting-up.ts';

export type { Overview, Setup } from './setting-up.ts';
export type Needs = Overview['needs'];
/** The facts about the deployment that the page shows. None of them is secret. */
export type HomeDeployment = { apiUrl: string; mailDomain: string; capturesMail: boolean };

const REFRESH_MS = 60_000;
/** While the set-up waits for something that no event tells of, for example the first call of an agent. */
const WAITING_MS = 3_000;

/** The overview of the workspace. Events reload it at once; so does a timer, because not everything has an event. */
export function useOverview() {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const input = workspace ? { tenant_id: workspace.id } : skipToken;
  const query = useQuery(
    trpc.overview.read.queryOptions(input, {
      refetchInterval: ({ state }) => (state.data && isSettingUp(state.data.setup) ? WAITING_MS : REFRESH_MS),
    }),
  );
  const refresh = useOverviewRefresh();
  useLiveRefresh(() => true, refresh);
  return query;
}

export function useOverviewRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries(trpc.overview.read.queryFilter());
}

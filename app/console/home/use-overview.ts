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
/** The polling interval while the setup waits for something without an event, for example an agent's first call. */
const WAITING_MS = 3_000;

/** The overview of the workspace. Events reload it at once, and a timer reloads it for changes without an event. */
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

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePages } from '../data/pages.ts';
import { type TenantEvent, useTRPCClient } from '../data/trpc.ts';
import { useLiveEvents, useLiveState } from '../shell/live.tsx';

const PAGE = 50;
/** The page keeps this many live events. Older events are in the list below them. */
const KEPT = 500;

export type FeedFilter = { type: string; identityId: string; after: string | undefined };
type Query = Parameters<ReturnType<typeof useTRPCClient>['events']['list_of_tenant']['query']>[0];

/**
 * The events of a workspace, newest first, with new ones as they happen. While the feed is paused, new events are
 * counted and wait. The list is reloaded whenever the connection opens, so that no event is missed.
 */
export function useEventFeed(tenantId: string, filter: FeedFilter) {
  const queryClient = useQueryClient();
  const liveState = useLiveState();
  const key = ['events', tenantId, filter];
  const older = useOlderEvents(key, tenantId, filter);
  const [fresh, setFresh] = useState<TenantEvent[]>([]);
  const [waiting, setWaiting] = useState<TenantEvent[]>([]);
  const [isPaused, setPaused] = useState(false);
  useLiveEvents((event) => {
    const add = (events: TenantEvent[]) => [event, ...events].slice(0, KEPT);
    if (isPaused) setWaiting(add);
    else setFresh(add);
  });
  useEffect(() => {
    if (liveState === 'open') void queryClient.invalidateQueries({ queryKey: ['events', tenantId] });
  }, [liveState, tenantId, queryClient]);
  const setPause = (paused: boolean) => {
    setPaused(paused);
    if (paused) return;
    setFresh((events) => [...waiting, ...events].slice(0, KEPT));
    setWaiting([]);
  };
  const hidden = new Set(waiting.map(({ id }) => id));
  const shown = new Map<string, TenantEvent>();
  for (const event of [...fresh.filter((each) => passes(each, filter)), ...older.items]) {
    if (!hidden.has(event.id) && !shown.has(event.id)) shown.set(event.id, event);
  }
  return {
    query: { ...older, items: [...shown.values()] },
    waiting: waiting.filter((event) => passes(event, filter)).length,
    isPaused,
    setPaused: setPause,
    liveState,
  };
}

const passes = (event: TenantEvent, { type, identityId }: FeedFilter): boolean =>
  (type === '' || event.type === type) && (identityId === '' || event.identity_id === identityId);

function useOlderEvents(key: readonly unknown[], tenantId: string, { type, identityId, after }: FeedFilter) {
  const client = useTRPCClient();
  const filters = {
    limit: PAGE,
    ...(type && { types: [type] as NonNullable<Query['types']> }),
    ...(after && { after }),
  };
  return usePages<TenantEvent>(key, (cursor) => {
    const page = { ...filters, ...(cursor && { cursor }) };
    return identityId
      ? client.events.list_of_identity.query({ identity_id: identityId, ...page })
      : client.events.list_of_tenant.query({ tenant_id: tenantId, ...page });
  });
}

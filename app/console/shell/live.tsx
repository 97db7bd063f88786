'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { typesForTenants } from '#kernel/catalogue/event-types.ts';
import { sessionPath } from '../data/place.ts';
import { useMay, useSession } from '../data/session.tsx';
import { type TenantEvent, useTRPC } from '../data/trpc.ts';

export type LiveState = 'off' | 'connecting' | 'open';
type Listener = (event: TenantEvent) => void;
type Live = { state: LiveState; listeners: Set<Listener> };

/** Milliseconds until a refused stream is opened again. The browser itself only reconnects broken streams. */
const AGAIN_AFTER_MS = 10_000;
const LiveContext = createContext<Live>({ state: 'off', listeners: new Set() });

/** The live events of the workspace. All listeners on the page share one connection. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { workspace } = useSession();
  const mayFollow = useMay('webhooks:read');
  const listeners = useRef(new Set<Listener>()).current;
  const [state, setState] = useState<LiveState>('off');
  const tenantId = mayFollow ? workspace?.id : undefined;
  useEffect(() => {
    if (tenantId) return follow(tenantId, listeners, setState);
  }, [tenantId, listeners]);
  return <LiveContext value={{ state, listeners }}>{children}</LiveContext>;
}

/** @returns a function that closes the connection */
function follow(
  tenantId: string,
  listeners: Set<Listener>,
  setState: (state: LiveState) => void,
): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handle = ({ data }: MessageEvent<string>) => {
    const event: TenantEvent = JSON.parse(data);
    for (const listener of listeners) listener(event);
  };
  const connect = () => {
    setState('connecting');
    source = new EventSource(sessionPath(`/v1/tenants/${tenantId}/events`));
    for (const type of typesForTenants) source.addEventListener(type, handle);
    source.addEventListener('open', () => setState('open'));
    source.addEventListener('error', () => {
      setState('connecting');
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN_AFTER_MS);
    });
  };
  connect();
  return () => {
    source.close();
    clearTimeout(timer);
    setState('off');
  };
}

export const useLiveState = (): LiveState => useContext(LiveContext).state;

/** Calls the latest listener with each event while the component is mounted. */
export function useLiveEvents(listener: Listener): void {
  const { listeners } = useContext(LiveContext);
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const hear: Listener = (event) => latest.current(event);
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, [listeners]);
}

/** Events arrive in bursts; the page reloads once for all of them. */
const GATHER_MS = 400;

/** Calls `refresh` after events that match, once per burst. */
export function useLiveRefresh(matters: (event: TenantEvent) => boolean, refresh: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(refresh);
  latest.current = refresh;
  useLiveEvents((event) => {
    if (!matters(event)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Reloads the mail on the page when mail changes. */
export function useLiveMail(): void {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  useLiveRefresh(
    ({ type }) => type.startsWith('message.'),
    () => {
      for (const key of [['threads'], ['conversation'], ['quarantine']])
        void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries(trpc.threads.get.queryFilter());
    },
  );
}

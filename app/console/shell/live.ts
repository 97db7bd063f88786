'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMay, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';

/** What changes the mail on the page (interface-spec 6.4). */
const TYPES = [
  'message.received',
  'message.quarantined',
  'message.released',
  'message.triaged',
  'message.sent',
  'message.delivered',
  'message.deferred',
  'message.bounced',
  'message.complained',
  'message.rejected',
  'message.failed',
  'message.uncertain',
  'message.reconciled',
  'message.suppressed',
  'message.canceled',
];
/** Events come in swarms; the page asks once for all of them. */
const GATHER_MS = 400;

/** Follows the workspace's events, and asks again for what they change. A broken connection mends itself. */
export function useLiveMail(): void {
  const { workspace } = useSession();
  const mayFollow = useMay('webhooks:read');
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const tenantId = mayFollow ? workspace?.id : undefined;
  useEffect(() => {
    if (!tenantId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of [['threads'], ['quarantine']]) void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries(trpc.threads.get.queryFilter());
    };
    const gather = () => {
      timer ??= setTimeout(refresh, GATHER_MS);
    };
    const source = new EventSource(`/api/session/v1/tenants/${tenantId}/events`);
    for (const type of TYPES) source.addEventListener(type, gather);
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [tenantId, queryClient, trpc]);
}

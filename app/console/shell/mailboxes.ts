'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { ALL_MAILBOXES, OFFERED_MAILBOXES } from '../data/seed-keys.ts';
import { useMay, useSession } from '../data/session.tsx';
import { type Identity, useTRPC } from '../data/trpc.ts';

export { ALL_MAILBOXES } from '../data/seed-keys.ts';

const LAST_MAILBOX = 'pm-mailbox';

/** The identities that the user can switch between, newest first. Operators without a workspace have none. */
export function useMailboxes() {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const { data, error, isPending, refetch } = useQuery(
    trpc.identities.list.queryOptions(workspace ? { limit: OFFERED_MAILBOXES } : skipToken, {
      staleTime: 60_000,
    }),
  );
  const mailboxes = (data?.data ?? []).filter(({ status }) => status !== 'deleted' && status !== 'deleting');
  return { mailboxes, error, isPending, refetch };
}

/**
 * The mailbox of the current page. On other pages it is the one that was open last, or the newest. Null while it is
 * unknown, so that no message is ever sent from a mailbox other than the one in the URL.
 */
export function useCurrentMailbox(): Identity | null {
  const { identity: scope } = useParams<{ identity?: string }>();
  // In the lists of all mailboxes, the URL names the conversation's mailbox.
  const inside = useSearchParams().get('in');
  const identity = scope === ALL_MAILBOXES ? (inside ?? undefined) : scope;
  const { mailboxes } = useMailboxes();
  const trpc = useTRPC();
  const offered = mailboxes.find(({ id }) => id === identity);
  const { data: read } = useQuery(
    trpc.identities.read.queryOptions(identity && !offered ? { identity_id: identity } : skipToken, {
      staleTime: 60_000,
    }),
  );
  useEffect(() => {
    if (scope) localStorage.setItem(LAST_MAILBOX, scope);
  }, [scope]);
  const last = useSyncExternalStore(never, lastMailbox, () => null);
  if (identity) return offered ?? read ?? null;
  return mailboxes.find(({ id }) => id === last) ?? mailboxes[0] ?? null;
}

/** The scope of the lists: the id of a mailbox, or all mailboxes. Null outside of mail. */
export function useMailScope(): string | null {
  const { identity } = useParams<{ identity?: string }>();
  return identity ?? null;
}

/** The counts of each mailbox: unread conversations and quarantined messages. The server counts up to 100. */
export function useMailCounts() {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const mayRead = useMay('messages:read');
  const { data } = useQuery(
    trpc.threads.count_of_tenant.queryOptions(
      workspace && mayRead ? { tenant_id: workspace.id } : skipToken,
      {
        staleTime: 15_000,
        refetchInterval: 60_000,
      },
    ),
  );
  return data?.mailboxes ?? [];
}

export const MOST_COUNTED = 100;

/** A count as text; empty for 0. */
export const countWords = (many: number): string =>
  many === 0 ? '' : many >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(many);

export const lastMailbox = (): string | null => localStorage.getItem(LAST_MAILBOX);

const never = () => () => undefined;

'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import { useSession } from '../data/session.tsx';
import { type Identity, useTRPC } from '../data/trpc.ts';

const LAST_MAILBOX = 'pm-mailbox';
/** The mailbox switch and the command menu offer this many. The identities page lists all of them. */
const OFFERED = 100;

/** The identities that the user can switch between, newest first. Operators without a workspace have none. */
export function useMailboxes() {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const { data, error, isPending, refetch } = useQuery(
    trpc.identities.list.queryOptions(workspace ? { limit: OFFERED } : skipToken, { staleTime: 60_000 }),
  );
  const mailboxes = (data?.data ?? []).filter(({ status }) => status !== 'deleted' && status !== 'deleting');
  return { mailboxes, error, isPending, refetch };
}

/**
 * The mailbox of the current page. On other pages it is the one that was open last, or the newest. Null while it is
 * unknown, so that no message is ever sent from a mailbox other than the one in the URL.
 */
export function useCurrentMailbox(): Identity | null {
  const { identity } = useParams<{ identity?: string }>();
  const { mailboxes } = useMailboxes();
  const trpc = useTRPC();
  const offered = mailboxes.find(({ id }) => id === identity);
  const { data: read } = useQuery(
    trpc.identities.read.queryOptions(identity && !offered ? { identity_id: identity } : skipToken, {
      staleTime: 60_000,
    }),
  );
  useEffect(() => {
    if (identity) localStorage.setItem(LAST_MAILBOX, identity);
  }, [identity]);
  if (identity) return offered ?? read ?? null;
  const last = lastMailbox();
  return mailboxes.find(({ id }) => id === last) ?? mailboxes[0] ?? null;
}

const lastMailbox = (): string | null =>
  typeof window === 'undefined' ? null : localStorage.getItem(LAST_MAILBOX);

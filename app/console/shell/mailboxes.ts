'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import { useSession } from '../data/session.tsx';
import { type Identity, useTRPC } from '../data/trpc.ts';

const LAST_MAILBOX = 'pm-mailbox';
/** What the switch and the command menu offer; the identities page pages through the rest. */
const OFFERED = 100;

/** The identities that the reader can switch between, newest first; an operator in no workspace has none. */
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
 * The mailbox that the page is about; where it is about none, the one that was open last, else the newest. Null while
 * it is not known: what is written must never leave from another mailbox than the one in the address.
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

'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../data/session.tsx';
import { type StoredDraft, useTRPC, useTRPCClient } from '../data/trpc.ts';
import type { About, Draft } from './compose-draft.ts';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';

const PAGE = 50;

/** The person's own drafts in a mailbox, newest first. Drafts of agents are not included. */
export function useMyDrafts(identityId: string) {
  const trpc = useTRPC();
  const { user } = useSession();
  const { data, isPending } = useQuery({
    ...trpc.drafts.list.queryOptions({ identity_id: identityId, limit: PAGE }),
    staleTime: 0,
    retry: false,
  });
  const mine = (data?.data ?? []).filter(({ created_by }) => created_by.id === user.id);
  return { drafts: mine, isPending };
}

type Options = { isRestored?: boolean; onCreated?: (id: string) => void };

/**
 * Keeps the composition on the server while its form is open (`DraftKeeper`).
 * @returns `forget`, which deletes it at the end of the composition; `keep`, which saves at once and returns whether the
 * server
 *   has it; `isRefused`, whether the last change could not be stored, for example because files are too large for a message
 */
export function useKeptDraft(
  about: About,
  draft: Draft,
  initial: StoredDraft | null,
  { isRestored = false, onCreated }: Options = {},
) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [state, setState] = useState<DraftState>('untouched');
  const created = useRef(onCreated);
  created.current = onCreated;
  const [keeper] = useState(
    () =>
      new DraftKeeper(about, initial, client, {
        onState: setState,
        onCreated: (id) => created.current?.(id),
      }),
  );
  // A composition whose sending was undone no longer has a draft on the server.
  const first = useRef(isRestored ? null : draft);

  useEffect(() => {
    if (draft === first.current) return;
    setState((now) => (now === 'saved' ? 'untouched' : now));
    keeper.write(draft);
  }, [draft, keeper]);

  useEffect(() => {
    const flush = () => keeper.flush();
    const ask = (event: BeforeUnloadEvent) => {
      keeper.flush();
      if (keeper.isBehind) event.preventDefault();
    };
    keeper.open();
    window.addEventListener('beforeunload', ask);
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('online', flush);
      keeper.close();
    };
  }, [keeper]);

  const reloadLists = () => queryClient.invalidateQueries(trpc.drafts.list.queryFilter());
  const forget = async () => {
    await keeper.forget();
    await reloadLists();
  };
  const keep = async (): Promise<boolean> => {
    const isKept = await keeper.keep();
    await reloadLists();
    return isKept;
  };
  return { state, isRefused: state === 'refused' || state === 'waiting', forget, keep };
}

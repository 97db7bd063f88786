'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../data/session.tsx';
import { type StoredDraft, useTRPC, useTRPCClient } from '../data/trpc.ts';
import type { About, Draft } from './compose-draft.ts';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';

const PAGE = 50;

/** My drafts of a mailbox, newest first. What agents prepare is theirs. */
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
 * @returns `forget`, which ends it with the composition; `keep`, which saves at once and tells whether the server has it;
 *   `isRefused`: the last change could not be stored, files that are too large for a message for example
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
  // A composition that was taken back has no draft on the server any more.
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

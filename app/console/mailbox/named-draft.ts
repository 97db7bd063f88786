'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { type StoredDraft, useTRPC } from '../data/trpc.ts';
import type { Mode } from './compose-draft.ts';

const NAME = 'draft';

/** Where one goes on with a draft: an answer in its conversation, anything else on a page of its own. */
export function draftHref({ id, identity_id, mode, thread_id }: StoredDraft): string {
  const mail = `/console/mail/${identity_id}`;
  return `${mail}/${mode !== 'send' && thread_id ? thread_id : 'compose'}?${NAME}=${id}`;
}

export const modeOf: Record<StoredDraft['mode'], Mode> = {
  send: 'new',
  reply: 'reply',
  reply_all: 'reply_all',
  forward: 'forward',
};

/** The draft that the address named when the page opened; null for none. */
export function useNamedDraft(identityId: string | undefined) {
  const trpc = useTRPC();
  const named = useSearchParams().get(NAME);
  const [id] = useState(named);
  const query = useQuery(
    trpc.drafts.get.queryOptions(
      id && identityId ? { identity_id: identityId, draft_id: id } : skipToken,
      // As it was when it was opened: what is written since is newer.
      { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
    ),
  );
  return id === null ? null : query;
}

/** Names the draft in the address, so that a reload goes on with it. */
export function nameDraft(id: string): void {
  const here = new URL(location.href);
  here.searchParams.set(NAME, id);
  history.replaceState(history.state, '', here);
}

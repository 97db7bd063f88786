'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { type StoredDraft, useTRPC } from '../data/trpc.ts';
import type { Mode } from './compose-draft.ts';

const NAME = 'draft';

/** The page on which a draft is continued: an answer in its conversation, other drafts on a separate page. */
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

/** The draft that the URL named when the page opened; null if it named none. */
export function useNamedDraft(identityId: string | undefined) {
  const trpc = useTRPC();
  const named = useSearchParams().get(NAME);
  const [id] = useState(named);
  const query = useQuery(
    trpc.drafts.get.queryOptions(
      id && identityId ? { identity_id: identityId, draft_id: id } : skipToken,
      // The draft is read only once, because text that is written afterwards is newer.
      { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
    ),
  );
  return id === null ? null : query;
}

/** Puts the draft's id into the URL, so that a reload continues it. */
export function nameDraft(id: string): void {
  const here = new URL(location.href);
  here.searchParams.set(NAME, id);
  history.replaceState(history.state, '', here);
}

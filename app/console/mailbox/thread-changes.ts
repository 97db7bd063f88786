'use client';

import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ThreadSummary, useTRPC } from '../data/trpc.ts';
import { useSay } from '../shell/toasts.tsx';
import { conversationKey, threadsKey } from './views.ts';

type Page = { data: ThreadSummary[]; next_cursor: string | null };
type Change = { read?: boolean; archived?: boolean; labels_add?: string[]; labels_remove?: string[] };

/** Changes a thread on the page at once and then on the server. If the server refuses, the change is reverted. */
export function useThreadChange(identityId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const lists = { queryKey: threadsKey(identityId) };
  const { mutate } = useMutation(
    trpc.threads.update.mutationOptions({
      onMutate: async ({ thread_id, read, archived, labels_add = [], labels_remove = [] }) => {
        await queryClient.cancelQueries(lists);
        const before = queryClient.getQueriesData<InfiniteData<Page>>(lists);
        const change = (thread: ThreadSummary): ThreadSummary => ({
          ...thread,
          ...(read !== undefined && { unread_count: read ? 0 : Math.max(thread.unread_count, 1) }),
          ...(archived !== undefined && { archived }),
          labels: [
            ...new Set([...thread.labels.filter((label) => !labels_remove.includes(label)), ...labels_add]),
          ],
        });
        for (const [key] of before) {
          queryClient.setQueryData<InfiniteData<Page>>(
            key,
            (list) => list && changed(list, thread_id, change, key),
          );
        }
        return { before };
      },
      onError: (error, _input, context) => {
        for (const [key, list] of context?.before ?? []) queryClient.setQueryData(key, list);
        say.failed(error);
      },
      onSettled: async (_data, _error, { thread_id }) => {
        await Promise.all([
          queryClient.invalidateQueries(lists),
          queryClient.invalidateQueries({ queryKey: [...conversationKey, identityId, thread_id] }),
          queryClient.invalidateQueries(trpc.threads.get.queryFilter({ identity_id: identityId, thread_id })),
        ]);
      },
    }),
  );
  const apply = (threadId: string, change: Change) =>
    mutate({ identity_id: identityId, thread_id: threadId, ...change });
  return {
    apply,
    archive: (threadId: string, archived = true) => {
      apply(threadId, { archived });
      say.done(archived ? 'Archived' : 'Moved to the inbox', () => apply(threadId, { archived: !archived }));
    },
  };
}

/** Applies the change in a list. The thread leaves the list when it no longer belongs there. */
function changed(
  list: InfiniteData<Page>,
  threadId: string,
  change: (thread: ThreadSummary) => ThreadSummary,
  key: readonly unknown[],
): InfiniteData<Page> {
  const onlyArchived = (key[2] as { archived?: boolean } | undefined)?.archived;
  const pages = list.pages.map((page) => ({
    ...page,
    data: page.data
      .map((thread) => (thread.id === threadId ? change(thread) : thread))
      .filter(
        ({ id, archived }) => id !== threadId || onlyArchived === undefined || archived === onlyArchived,
      ),
  }));
  return { ...list, pages };
}

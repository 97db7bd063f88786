'use client';

import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ListedThread, useTRPC } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { useSay } from '../shell/toasts.tsx';
import { conversationKey, threadsKey } from './query-keys.ts';

type Page = { data: ListedThread[]; next_cursor: string | null };
type Named = { id: string; identity_id: string };
type Change = { read?: boolean; archived?: boolean; labels_add?: string[]; labels_remove?: string[] };

/** The key of all changes of threads, wherever they are made. */
const mutationKey = ['thread-change'] as const;

/** Changes a thread on the page at once and then on the server. If the server refuses, the change is reverted. */
export function useThreadChange() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  // The lists of single mailboxes and of all mailboxes.
  const lists = { queryKey: threadsKey() };
  const { mutate } = useMutation({
    ...trpc.threads.update.mutationOptions({
      onMutate: async ({ thread_id, read, archived, labels_add = [], labels_remove = [] }) => {
        await queryClient.cancelQueries(lists);
        const before = queryClient.getQueriesData<InfiniteData<Page>>(lists);
        const change = (thread: ListedThread): ListedThread => ({
          ...thread,
          ...(read !== undefined && { unread_count: read ? 0 : Math.max(thread.unread_count, 1) }),
          ...(archived !== undefined && { archived }),
          labels: [
            ...new Set([...thread.labels.filter((label) => !labels_remove.includes(label)), ...labels_add]),
          ],
        });
        for (const [key] of before) {
          if (key[2] !== 'sent')
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
      onSettled: async (_data, _error, { thread_id, identity_id }) => {
        // Reloading between two changes would revert the second one on the page, so only the last one reloads.
        const isLast = queryClient.isMutating({ mutationKey }) <= 1;
        await Promise.all([
          ...(isLast
            ? [
                queryClient.invalidateQueries(lists),
                queryClient.invalidateQueries(trpc.threads.count_of_tenant.queryFilter()),
              ]
            : []),
          queryClient.invalidateQueries({ queryKey: [...conversationKey, identity_id, thread_id] }),
          queryClient.invalidateQueries(trpc.threads.get.queryFilter({ identity_id, thread_id })),
        ]);
      },
    }),
    mutationKey,
    // Changes run one after the other, so that Undo never overtakes the change that it reverts.
    scope: { id: mutationKey[0] },
  });
  const apply = ({ id, identity_id }: Named, change: Change) =>
    mutate({ identity_id, thread_id: id, ...change });
  const archiveAll = (threads: readonly Named[], archived = true) => {
    const change = (isArchived: boolean) => {
      for (const thread of threads) apply(thread, { archived: isArchived });
    };
    change(archived);
    const many = threads.length > 1 ? `: ${counted(threads.length, 'conversation')}` : '';
    say.done(`${archived ? 'Archived' : 'Moved to the inbox'}${many}`, () => change(!archived));
  };
  return {
    apply,
    archiveAll,
    archive: (thread: Named, archived = true) => archiveAll([thread], archived),
    refresh: () => queryClient.invalidateQueries(lists),
  };
}

/** Applies the change in a list. The thread leaves the list when it no longer belongs there. */
function changed(
  list: InfiniteData<Page>,
  threadId: string,
  change: (thread: ListedThread) => ListedThread,
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

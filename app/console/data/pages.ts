'use client';

import { useInfiniteQuery } from '@tanstack/react-query';

type Page<Item> = { data: Item[]; next_cursor: string | null };

const MOST_REFRESHED = 5;

type Loaded = { state: { data?: { pages: readonly unknown[] } | undefined } };

/** Refreshes only short lists, because a refresh reads every loaded page again. */
const whileShort =
  (refreshMs: number) =>
  ({ state: { data } }: Loaded): number | false =>
    (data?.pages.length ?? 0) > MOST_REFRESHED ? false : refreshMs;

/** A list that is fetched page by page. `items` has the items of all pages so far. */
export function usePages<Item>(
  key: readonly unknown[],
  fetchPage: (cursor?: string) => Promise<Page<Item>>,
  refreshMs?: number,
  enabled = true,
) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: key,
    enabled,
    queryFn: ({ pageParam }) => fetchPage(pageParam ?? undefined),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    ...(refreshMs !== undefined && { refetchInterval: whileShort(refreshMs) }),
  });
  return { ...query, items: data?.pages.flatMap((page) => page.data) ?? [] };
}

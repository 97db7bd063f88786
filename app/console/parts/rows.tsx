'use client';

import type { ReactNode } from 'react';
import { failureOf } from '../data/failures.ts';
import type { usePages } from '../data/pages.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Refusal } from './refusal.tsx';
import { Skeleton } from './skeleton.tsx';

type RowsProps<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
};

/** A list of rows in a frame. */
export function Rows<Item>({ items, keyOf, row }: RowsProps<Item>) {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
      {items.map((item) => (
        <li key={keyOf(item)}>{row(item)}</li>
      ))}
    </ul>
  );
}

type PagedProps<Item> = Omit<RowsProps<Item>, 'items'> & {
  query: ReturnType<typeof usePages<Item>>;
  /** Shown instead of an empty list. */
  empty: ReactNode;
};

/** The same for a paged list, with its loading, error and empty states. */
export function PagedRows<Item>({ query, empty, ...rows }: PagedProps<Item>) {
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (error && items.length === 0)
    return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (isPending)
    return (
      <div role="status" aria-label="Loading the list">
        <Skeleton className="h-32" />
      </div>
    );
  if (items.length === 0) return empty;
  return (
    <>
      <Rows items={items} {...rows} />
      {hasNextPage ? (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
          {error && !isFetchingNextPage ? <Refusal error={error} /> : null}
        </div>
      ) : null}
    </>
  );
}

'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { failureOf } from '../data/failures.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Skeleton } from './skeleton.tsx';

type Props<Item> = {
  query: Pick<UseQueryResult<Item, unknown>, 'data' | 'error' | 'refetch'>;
  /** The link to the whole list. */
  all: { href: string; name: string };
  children: (item: Item) => ReactNode;
};

/** The item of a list that the page's URL names, and a link to the whole list. */
export function NamedItem<Item>({ query: { data, error, refetch }, all, children }: Props<Item>) {
  return (
    <>
      <p className="mb-3 text-sm">
        <Link href={all.href} className="prose-link">
          {all.name}
        </Link>
      </p>
      {data ? children(data) : null}
      {!data && error ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-32" /> : null}
    </>
  );
}

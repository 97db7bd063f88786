'use client';

import type { ReactNode } from 'react';
import { PLATFORM } from '../data/place.ts';
import { DataProvider } from '../data/provider.tsx';
import { SessionProvider } from '../data/session.tsx';
import { Skeleton } from '../parts/skeleton.tsx';

/**
 * The frame of the operator's pages. They have their own data and session, because they always act on the platform, even in
 * a tab that is in a workspace.
 */
export function PlatformFrame({ children }: { children: ReactNode }) {
  return (
    <DataProvider place={PLATFORM}>
      <SessionProvider place={PLATFORM} waiting={<Waiting />}>
        {children}
      </SessionProvider>
    </DataProvider>
  );
}

const Waiting = () => (
  <div className="mx-auto max-w-4xl space-y-5 px-4 py-6 sm:px-8" role="status" aria-label="Loading">
    <Skeleton className="h-6 w-40" />
    <Skeleton className="h-32" />
  </div>
);

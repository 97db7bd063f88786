'use client';

import { useParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { cn } from '../parts/class-names.ts';
import { ThreadList } from './thread-list.tsx';

/** The list beside the conversation. Narrow screens show one of them at a time. */
export function InboxFrame({ children }: { children: ReactNode }) {
  const { identity = '', thread } = useParams<{ identity: string; thread?: string }>();
  return (
    <div className="flex h-full min-h-0">
      <section
        aria-label="Conversations"
        className={cn(
          'w-full shrink-0 md:w-80 md:border-r md:border-line xl:w-[25rem]',
          thread && 'hidden md:block',
        )}
      >
        <ThreadList identityId={identity} />
      </section>
      <div className={cn('min-h-0 min-w-0 flex-1 overflow-y-auto', !thread && 'hidden md:block')}>
        {children}
      </div>
    </div>
  );
}

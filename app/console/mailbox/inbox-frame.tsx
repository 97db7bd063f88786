'use client';

import { useParams } from 'next/navigation';
import { type ReactNode, useRef } from 'react';
import { cn } from '../parts/class-names.ts';
import { type Neighbours, NeighboursProvider } from './neighbours.ts';
import { MailList } from './thread-list.tsx';

/** The list next to the conversation. Narrow screens show only one of them. */
export function InboxFrame({ children }: { children: ReactNode }) {
  const { identity = '', thread } = useParams<{ identity: string; thread?: string }>();
  const neighbours: Neighbours = useRef({ next: null });
  return (
    <NeighboursProvider value={neighbours}>
      <div className="flex h-full min-h-0">
        <section
          aria-label="Conversations"
          className={cn(
            'w-full shrink-0 md:w-80 md:border-r md:border-line xl:w-[27rem]',
            thread && 'hidden md:block',
          )}
        >
          <MailList scope={identity} />
        </section>
        <div className={cn('min-h-0 min-w-0 flex-1 overflow-y-auto', !thread && 'hidden md:block')}>
          {children}
        </div>
      </div>
    </NeighboursProvider>
  );
}

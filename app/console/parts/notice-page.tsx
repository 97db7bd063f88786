import type { ReactNode } from 'react';
import { Wordmark } from './wordmark.tsx';

/** A page with one message and the next step. */
export function NoticePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-5 py-16 sm:px-8">
      <Wordmark />
      <h1 className="mt-8 text-[1.75rem] leading-tight font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-3 space-y-6 text-base leading-7 text-pretty text-ink-soft">{children}</div>
    </main>
  );
}

/** The style of the next step. */
export const primaryAction =
  'inline-flex h-10 items-center rounded-lg bg-ink px-4 text-[15px] font-medium text-canvas transition-opacity hover:opacity-85';

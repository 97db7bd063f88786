import type { ReactNode } from 'react';
import { Wordmark } from '../parts/wordmark.tsx';

/** The frame of pages on which a person decides about an application, without any distractions. */
export function ConnectionFrame({ email, children }: { email: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 sm:px-8">
      <header className="flex h-16 shrink-0 items-center justify-between gap-4">
        <Wordmark />
        <p className="min-w-0 truncate text-[13px] text-ink-soft">{email}</p>
      </header>
      <div className="pt-4 pb-12 sm:pt-8">{children}</div>
    </main>
  );
}

export function Title({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-[1.6rem] leading-8 font-semibold tracking-tight text-balance break-words">
        {title}
      </h1>
      {children ? (
        <div className="mt-2.5 text-[15px] leading-6 text-pretty text-ink-soft">{children}</div>
      ) : null}
    </div>
  );
}

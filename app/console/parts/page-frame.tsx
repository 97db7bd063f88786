import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** A page about the workspace: its name, what it is for, and what is done on it most. */
export function Page({
  title,
  intro,
  back,
  action,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  /** The list that this is one of. */
  back?: { href: string; name: string };
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 py-6 sm:px-8">
        {back ? (
          <Link
            href={back.href}
            className="mb-3 flex w-fit items-center gap-1.5 text-[13px] text-ink-soft hover:text-ink"
          >
            <ArrowLeft className="size-3.5" aria-hidden="true" />
            {back.name}
          </Link>
        ) : null}
        <div className="mb-5 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-lg font-semibold tracking-tight break-words">{title}</h1>
            {intro ? <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">{intro}</p> : null}
          </div>
          {action}
        </div>
        {children}
      </div>
    </div>
  );
}

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** The frame of a page: its title, an introduction and its main action. */
export function Page({
  title,
  intro,
  back,
  action,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  /** The list to which the page belongs. */
  back?: { href: string; name: string };
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    // Positioned, so that visually hidden elements count as inside and do not make the window scroll.
    <div className="relative h-full overflow-y-auto">
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
        <div className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
          <h1 className="min-w-0 self-center text-lg font-semibold tracking-tight break-words">{title}</h1>
          {action ? <div className="sm:row-span-2">{action}</div> : null}
          {intro ? (
            <p className="col-span-2 mt-1 text-sm leading-6 text-pretty text-ink-soft sm:col-span-1 sm:col-start-1">
              {intro}
            </p>
          ) : null}
        </div>
        {children}
      </div>
    </div>
  );
}

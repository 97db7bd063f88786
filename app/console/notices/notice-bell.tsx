'use client';

import { Bell } from 'lucide-react';
import Link from 'next/link';
import { useUnreadNotices } from './use-notices.ts';

const MOST = 100;

/** The link to the notices, with the number of unread ones. */
export function NoticeBell({ onGo }: { onGo?: (() => void) | undefined }) {
  const unread = useUnreadNotices();
  const many = unread >= MOST ? `${MOST - 1}+` : String(unread);
  const label = unread === 0 ? 'Notices' : `Notices, ${many} unread`;
  return (
    <Link
      href="/console/notices"
      prefetch={false}
      onClick={onGo}
      aria-label={label}
      title={label}
      className="relative grid size-8 place-items-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
    >
      <Bell className="size-4.5" aria-hidden="true" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-1 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-canvas tabular-nums"
        >
          {many}
        </span>
      ) : null}
    </Link>
  );
}

'use client';

import { ShieldAlert } from 'lucide-react';
import Link from 'next/link';
import { counted } from '../labels/counted.ts';
import { ALL_MAILBOXES, MOST_COUNTED, useMailCounts } from '../shell/mailboxes.ts';

/** Says below the inbox that mail is held back, and leads to it. Above, it would push the list down when it comes. */
export function HeldNotice({ scope }: { scope: string }) {
  const counts = useMailCounts().filter(
    ({ identity_id }) => scope === ALL_MAILBOXES || identity_id === scope,
  );
  const held = counts.reduce((sum, { quarantined }) => sum + (quarantined ?? 0), 0);
  if (held === 0) return null;
  const many = held >= MOST_COUNTED ? `${MOST_COUNTED} messages or more` : counted(held, 'message');
  return (
    <Link
      href={`/console/mail/${scope}/quarantine`}
      prefetch={false}
      className="flex shrink-0 items-center gap-2 border-t border-line bg-warn-wash mt-auto px-4 py-1.5 text-[13px] text-warn hover:underline"
    >
      <ShieldAlert className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{many} held back</span>
      <span className="shrink-0 font-medium">Review</span>
    </Link>
  );
}

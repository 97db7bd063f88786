'use client';

import { ShieldAlert } from 'lucide-react';
import Link from 'next/link';
import { counted } from '../labels/counted.ts';
import { ALL_MAILBOXES, MOST_COUNTED, useMailCounts } from '../shell/mailboxes.ts';

/**
 * Says how much mail is quarantined, and links to it. It is below the inbox, because above it, it would push the list down
 * when it appears.
 */
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
      <span className="min-w-0 flex-1 truncate">{many} quarantined</span>
      <span className="shrink-0 font-medium">Review</span>
    </Link>
  );
}

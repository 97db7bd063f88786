'use client';

import { PackageOpen } from 'lucide-react';
import Link from 'next/link';
import { useSession } from '../data/session.tsx';

/** Says that mail is not really sent, because everything else looks as if it were. */
export function CapturedNotice() {
  const { user } = useSession();
  return (
    <p className="flex items-start gap-2.5 rounded-xl bg-warn-wash px-4 py-3 text-[13px] leading-5 text-ink">
      <PackageOpen className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
      <span>
        <span className="font-medium">Mail to the outside is captured, not sent.</span> This deployment has no
        mail server to send through, so nothing leaves it.{' '}
        {user.is_operator ? (
          <Link href="/console/platform/outbox" className="prose-link">
            View the captured mail
          </Link>
        ) : null}
      </span>
    </p>
  );
}

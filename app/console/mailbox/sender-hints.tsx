import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { Identity } from '../data/trpc.ts';

/** Why this mailbox cannot send now, and where to change that; nothing when it can. */
export function SenderHints({ identity }: { identity: Identity }) {
  const hint = hintFor(identity);
  if (!hint) return null;
  return (
    <p className="mb-4 flex gap-2 rounded-lg bg-warn-wash px-3 py-2 text-[13px] leading-5 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {hint}{' '}
        <Link href="/console/identities" className="underline underline-offset-2">
          Identities
        </Link>
      </span>
    </p>
  );
}

function hintFor({ status, pause_reason, owner }: Identity): string | null {
  if (status === 'paused') {
    return pause_reason === 'abuse_threshold'
      ? 'This identity is paused: too much of its mail bounced or was marked as spam.'
      : 'This identity is paused: it receives, but cannot send.';
  }
  return owner
    ? null
    : 'This identity has no owner yet. Name the person who answers for it, then it can send.';
}

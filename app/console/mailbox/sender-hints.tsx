import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { Identity } from '../data/trpc.ts';

/** Explains why this mailbox cannot send and where to change that. */
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
      ? 'This identity is paused because too much of its mail bounced or was marked as spam. Resume it under'
      : 'This identity is paused. It receives mail but cannot send. Resume it under';
  }
  return owner
    ? null
    : 'This identity cannot send until it has an owner, the person who is responsible for it. Set one under';
}

'use client';

import { ShieldAlert } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useMay, useSession } from '../data/session.tsx';
import type { Message } from '../data/trpc.ts';
import { labelOf } from '../labels/label-of.ts';
import { heldAdvice, quarantineReason } from '../labels/trust.ts';
import { Button } from '../parts/button.tsx';
import { useMailTenant } from './list-parts.tsx';
import { ReleaseDialog } from './release.tsx';

/** Why a message is quarantined, what to do about it, and a way to release it. */
export function HeldPanel({ message }: { message: Message }) {
  const [asks, setAsks] = useState(false);
  const mayRelease = useMay('quarantine:review');
  const reason = message.quarantine_reason ?? '';
  return (
    <section aria-label="Quarantined" className="mb-4 rounded-lg bg-bad-wash px-4 py-3 text-[13px] leading-5">
      <p className="flex gap-2 font-medium text-bad">
        <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        Quarantined: agents cannot see this message. {quarantineReason(reason)}
      </p>
      <HeldAdvice reason={reason} />
      {mayRelease ? (
        <Button size="small" className="mt-2.5" onClick={() => setAsks(true)}>
          Release…
        </Button>
      ) : null}
      <ReleaseDialog messages={[message]} open={asks} onClose={() => setAsks(false)} />
    </section>
  );
}

/** How to keep such mail from being quarantined again, with a link to the rule for operators. */
export function HeldAdvice({ reason }: { reason: string }) {
  const { user } = useSession();
  const tenantId = useMailTenant();
  const isRule = reason === 'authentication_unverified' || reason === 'authentication_failed';
  return (
    <p className="mt-1 text-ink-soft">
      {labelOf(heldAdvice, reason)}{' '}
      {user.is_operator && tenantId && isRule ? (
        <Link
          href={`/console/platform/tenants/${tenantId}`}
          className="underline underline-offset-3 hover:text-ink"
        >
          Change the rule for this workspace
        </Link>
      ) : null}
    </p>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { featureLabels } from '../labels/workspace.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { Meter } from './meter.tsx';

const REFRESH_MS = 60_000;

/** The use of today's limits and of the plan. */
export function Caps() {
  const trpc = useTRPC();
  const caps = useQuery(trpc.usage.caps.queryOptions({}, { refetchInterval: REFRESH_MS }));
  const usage = useQuery(trpc.usage.get.queryOptions({}, { refetchInterval: REFRESH_MS }));
  const error = caps.error ?? usage.error;
  if (error && !(caps.data && usage.data))
    return <FailureNotice failure={failureOf(error)} retry={() => void caps.refetch()} />;
  if (!caps.data || !usage.data) return <Skeleton className="h-40" />;
  const { sends, agentic, identities, resets_at, timezone } = caps.data;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section aria-label="Daily limits" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
        <h2 className="text-[15px] font-semibold tracking-tight">Today’s limits</h2>
        <p className="mt-0.5 mb-4 text-[13px] leading-5 text-ink-soft">
          They reset at midnight in {timezone} (<Time at={resets_at} /> your time). The{' '}
          <Link href="/console/policy" className="prose-link">
            policy
          </Link>{' '}
          sets them.
        </p>
        <div className="space-y-3.5">
          <Meter name="Messages sent by the workspace" used={sends.used} of={sends.cap} />
          <Meter name="Deep searches" used={agentic.used} of={agentic.cap} />
          {identities.map(({ identity_id, display_name, used, cap }) => (
            <Meter key={identity_id} name={`Messages sent by ${display_name}`} used={used} of={cap} />
          ))}
        </div>
      </section>
      <section aria-label="Plan usage" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
        <h2 className="text-[15px] font-semibold tracking-tight">What the workspace uses</h2>
        <p className="mt-0.5 mb-4 text-[13px] leading-5 text-ink-soft">
          {usage.data.billing === 'metered'
            ? 'Compared with the limits of the plan.'
            : 'No plan limits this workspace.'}
        </p>
        <div className="space-y-3.5">
          {usage.data.features.map(({ feature, used, granted }) => (
            <Meter key={feature} name={featureLabels[feature]} used={used} of={granted} />
          ))}
        </div>
      </section>
    </div>
  );
}

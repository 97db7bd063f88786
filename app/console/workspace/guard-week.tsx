'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { guardExamples, guardReasonName } from '../labels/guard.ts';
import { Badge } from '../parts/badge.tsx';
import { Time } from '../parts/time.tsx';

/** The guard's findings in the sends of the last week, and its reasons. */
export function GuardWeek({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.guard.last_week.queryOptions({ tenant_id: tenantId }));
  return (
    <section aria-label="What the guard finds">
      <h2 className="text-[15px] font-semibold tracking-tight">What the guard finds</h2>
      <p className="mt-0.5 mb-2.5 text-[13px] leading-5 text-pretty text-ink-soft">
        The guard looks for messages that an agent may be sending because incoming mail manipulated it.{' '}
        {data ? summaryOf(data.flagged, data.held) : null}
      </p>
      <div className="divide-y divide-line rounded-xl border border-line bg-surface">
        {data && data.reasons.length > 0 ? (
          <p className="flex flex-wrap gap-1.5 px-4 py-3">
            {data.reasons.map(({ reason, count }) => (
              <Badge key={reason}>{`${guardReasonName(reason)}: ${count}`}</Badge>
            ))}
          </p>
        ) : null}
        {data?.examples.map((send) => (
          <div key={send.message_id} className="px-4 py-3 text-[13px] leading-5">
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate font-medium">{send.subject || 'No subject'}</span>
              <Time at={send.at} className="shrink-0 text-ink-soft" />
            </p>
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
              <span className="max-w-full truncate text-ink-soft">To {send.recipients.join(', ')}</span>
              {send.holds ? <Badge tone="warn">Would be held</Badge> : null}
            </p>
            <ul className="mt-1.5 list-disc space-y-0.5 pl-4 text-pretty text-ink-soft">
              {send.reasons.map(({ reason, text }) => (
                <li key={`${reason} ${text}`} className="break-words">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        ))}
        <details className="px-4 py-3 text-[13px] leading-5">
          <summary className="cursor-pointer font-medium">What it looks for</summary>
          <dl className="mt-2 space-y-1.5">
            {guardExamples.map(({ name, example }) => (
              <div key={name}>
                <dt className="font-medium">{name}</dt>
                <dd className="text-pretty text-ink-soft">{example}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </section>
  );
}

function summaryOf(flagged: number, held: number): string {
  if (flagged === 0) return 'It found nothing in the last seven days.';
  return `In the last seven days it raised concerns about ${counted(flagged, 'send')}; “Hold for approval” would have held ${held}.`;
}

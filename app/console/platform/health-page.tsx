'use client';

import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { type Component, words } from './kinds.ts';

const REFRESH_MS = 30_000;

const states: Record<Component['status'], { name: string; tone: Tone }> = {
  ok: { name: 'Works', tone: 'good' },
  degraded: { name: 'Slow', tone: 'warn' },
  down: { name: 'Down', tone: 'bad' },
  off: { name: 'Not used', tone: 'neutral' },
};

/** Each part of the deployment, asked now. */
export function HealthPage() {
  const trpc = useTRPC();
  const { data, error, refetch, isFetching } = useQuery(
    trpc.platform.health.queryOptions({}, { refetchInterval: REFRESH_MS }),
  );
  return (
    <Page
      title="Health"
      intro={
        data ? (
          <span aria-live="polite">
            {verdictOf(data.components)} Asked at <Time at={data.checked_at} />.
          </span>
        ) : (
          'Each part of the deployment, asked now.'
        )
      }
      action={
        <Button disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" />
          Ask again
        </Button>
      }
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-80" /> : null}
      {data ? (
        <Rows items={data.components} keyOf={({ name }) => name} row={(each) => <Row component={each} />} />
      ) : null}
    </Page>
  );
}

function verdictOf(components: readonly Component[]): string {
  const down = components.filter(({ status }) => status === 'down').length;
  const slow = components.filter(({ status }) => status === 'degraded').length;
  if (down > 0) return `${down} ${down === 1 ? 'part is' : 'parts are'} down.`;
  return slow > 0 ? `${slow} ${slow === 1 ? 'part is' : 'parts are'} slow.` : 'Everything works.';
}

const Row = ({ component: { name, status, detail, ms } }: { component: Component }) => (
  <div className="flex items-center gap-3 px-4 py-2.5">
    <div className="min-w-0 flex-1">
      <p className="text-sm font-medium">{words(name).replace('Smtp', 'SMTP')}</p>
      <p className="text-[13px] leading-5 break-words text-ink-soft">{detail}</p>
    </div>
    {ms > 0 ? <span className="hidden text-xs text-ink-soft tabular-nums sm:block">{ms} ms</span> : null}
    <Badge tone={states[status].tone}>{states[status].name}</Badge>
  </div>
);

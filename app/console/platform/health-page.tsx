'use client';

import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { componentLabel, componentStates } from '../labels/platform.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import type { Component } from './kinds.ts';

const REFRESH_MS = 30_000;

/** The current state of each part of the deployment. */
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
            {verdictOf(data.components)} Checked at <Time at={data.checked_at} />.
          </span>
        ) : (
          'The current state of each part of the deployment.'
        )
      }
      action={
        <Button disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" />
          Check again
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
  const degraded = components.filter(({ status }) => status === 'degraded').length;
  if (down > 0) return `${down} ${down === 1 ? 'part is' : 'parts are'} down.`;
  return degraded > 0
    ? `${degraded} ${degraded === 1 ? 'part is' : 'parts are'} degraded.`
    : 'Everything works.';
}

const Row = ({ component: { name, status, detail, ms } }: { component: Component }) => (
  <div className="flex items-center gap-3 px-4 py-2.5">
    <div className="min-w-0 flex-1">
      <p className="text-sm font-medium">{componentLabel(name)}</p>
      <p className="text-[13px] leading-5 break-words text-ink-soft">{detail}</p>
    </div>
    {ms > 0 ? <span className="hidden text-xs text-ink-soft tabular-nums sm:block">{ms} ms</span> : null}
    <Badge tone={componentStates[status].tone}>{componentStates[status].name}</Badge>
  </div>
);

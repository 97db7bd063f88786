'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { numberWords } from '../labels/counted.ts';
import { Choice } from '../parts/choice.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { addDays, percentWords } from './amounts.ts';
import { RateTable } from './rate-table.tsx';
import { daysOf, type Metric, metrics, type RateGroup } from './rates.ts';
import type { Span } from './span-picker.tsx';

const RateChart = dynamic(() => import('./rate-chart.tsx').then(({ RateChart: chart }) => chart), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

const groups = {
  identity: 'Identities',
  sending_domain: 'Sending domains',
  recipient_domain: 'Recipient domains',
} as const;
export type Grouping = keyof typeof groups;

const REFRESH_MS = 60_000;

/** The shares of mail that are delivered, bounce or are reported as spam: a chart, and a table by identity or domain. */
export function RatesSection({ span }: { span: Span }) {
  const trpc = useTRPC();
  const tableId = useId();
  const [by, setBy] = useState<Grouping>('identity');
  const [metric, setMetric] = useState<Metric>('delivered');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(
    trpc.usage.rates.queryOptions(
      { ...span, by },
      { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS, placeholderData: keepPreviousData },
    ),
  );
  if (error && !data) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  const days = daysOf(span.from, span.to);
  const before = daysOf(addDays(span.from, -days.length), addDays(span.from, -1));
  const everything = data.data.find(({ key }) => key === null) ?? nothing;
  const group = data.data.find(({ key }) => key === chosen) ?? everything;
  const { min_sends, bounce_rate, complaint_rate } = data.limits;
  return (
    <section aria-labelledby={`${tableId}-title`} className="space-y-4">
      <div>
        <h2 id={`${tableId}-title`} className="text-[15px] font-semibold tracking-tight">
          Delivery, bounces and complaints
        </h2>
        <p className="mt-0.5 text-[13px] leading-5 text-pretty text-ink-soft">
          An identity is paused when, within 24 hours and after {numberWords(min_sends)} recipients, more than{' '}
          {percentWords(bounce_rate)} of its mail bounces or more than {percentWords(complaint_rate)} is
          reported as spam.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Choice
          label="Rate"
          value={metric}
          options={(Object.keys(metrics) as Metric[]).map((each) => [each, metrics[each].name] as const)}
          onChange={setMetric}
        />
        <Choice
          label="By"
          value={by}
          options={Object.entries(groups) as [Grouping, string][]}
          onChange={(next) => {
            setBy(next);
            setChosen(null);
          }}
        />
      </div>
      <RateChart
        title={`${metrics[metric].name}: ${group.name ?? 'whole workspace'}`}
        tableId={tableId}
        {...{ group, metric, days, before }}
        limits={data.limits}
      />
      <RateTable
        id={tableId}
        caption={groups[by]}
        groups={data.data}
        {...{ metric, days, chosen }}
        limits={data.limits}
        choose={setChosen}
      />
    </section>
  );
}

const nothing: RateGroup = { key: null, name: null, days: [], before: [] };

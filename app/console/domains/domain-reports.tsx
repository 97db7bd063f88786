'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { localDate } from '#kernel/base/local-day.ts';
import { failureOf } from '../data/failures.ts';
import { type Domain, type ReportSummary, useTRPC } from '../data/trpc.ts';
import { Choice } from '../parts/choice.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { lastDays, type Span, SpanPicker } from '../usage/span-picker.tsx';
import { PolicyAdvice } from './policy-advice.tsx';
import { ReportDays, ReportSources } from './report-tables.tsx';
import { dayAmounts, type ReportKind, seriesOf } from './reports.ts';

/** The chart library loads with the first chart. */
const DayChart = dynamic(() => import('../usage/day-chart.tsx').then(({ DayChart: chart }) => chart), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

const FIRST_DAYS = 30;
const kinds = [
  ['dmarc', 'Who sends (DMARC)'],
  ['tls', 'Encryption (TLS)'],
] as const;

const intros: Record<ReportKind, string> = {
  dmarc:
    'Receivers report once a day who sent mail in the name of the domain, and whether it passed authentication.',
  tls: 'Senders report once a day whether they could encrypt their mail to the domain.',
};

/**
 * Receivers' reports about the domain: who sends in its name, with or without authentication, and how mail to it is
 * encrypted.
 */
export function DomainReports({ domain }: { domain: Domain }) {
  const trpc = useTRPC();
  const [kind, setKind] = useState<ReportKind>('dmarc');
  const [today] = useState(() => localDate('UTC', new Date()));
  const [span, setSpan] = useState<Span>(() => lastDays(today, FIRST_DAYS));
  const { data, error, refetch } = useQuery(
    trpc.domains.summarize_reports.queryOptions(
      { domain_id: domain.id, kind, ...span },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className="mb-1 text-[15px] font-semibold">
        Reports of receivers
      </h2>
      <p className="mb-3 text-[13px] text-pretty text-ink-soft">{intros[kind]} Days are in UTC.</p>
      <div className="mb-3">
        <Choice label="Reports" options={kinds} value={kind} onChange={setKind} />
      </div>
      <SpanPicker span={span} today={today} change={setSpan} />
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-80" /> : null}
      {data ? <Summary key={kind} kind={kind} summary={data} /> : null}
    </section>
  );
}

function Summary({ kind, summary }: { kind: ReportKind; summary: ReportSummary }) {
  const tableId = useId();
  const { from, to, days, sources, advice } = summary;
  if (days.length === 0)
    return (
      <p className="rounded-xl border border-line bg-surface px-4 py-6 text-center text-sm text-ink-soft">
        No report has arrived for these days. The first ones take a day or two.
      </p>
    );
  const series = seriesOf(kind, days);
  const amounts = dayAmounts(kind, from, to, days);
  return (
    <div className="space-y-4">
      {advice ? <PolicyAdvice advice={advice} /> : null}
      <DayChart
        title={kind === 'dmarc' ? 'Mail in the name of the domain' : 'Connections to the mail server'}
        tableId={tableId}
        days={amounts}
        series={series}
        kind="stacked"
      />
      <ReportSources kind={kind} sources={sources} />
      <ReportDays id={tableId} series={series} days={amounts} />
    </div>
  );
}

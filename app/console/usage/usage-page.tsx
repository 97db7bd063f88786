'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { localDate } from '#kernel/base/local-day.ts';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { amountWords, bytesWords, percentWords } from './amounts.ts';
import { Caps } from './caps.tsx';
import { DailyTable } from './daily-table.tsx';
import { RatesSection } from './rates-section.tsx';
import {
  type DailyRow,
  type DayAmounts,
  deliveredShare,
  mailAmounts,
  mailSeries,
  outcomeAmounts,
  outcomeSeries,
  totalsOf,
} from './series.ts';
import { lastDays, type Span, SpanPicker } from './span-picker.tsx';

/** The chart library is loaded with the first chart and not with the console. */
const DayChart = dynamic(() => import('./day-chart.tsx').then(({ DayChart: chart }) => chart), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

const FIRST_DAYS = 30;
const REFRESH_MS = 60_000;

/** The usage of the workspace: charts, today's limits, and all numbers by day. */
export function UsagePage() {
  const trpc = useTRPC();
  // The response about today's caps includes the time zone in which a day begins.
  const { data, error, refetch } = useQuery(trpc.usage.caps.queryOptions({}));
  return (
    <Page
      title="Usage"
      intro={`Mail received and sent, and how its delivery ended.${data ? ` Days are in the time zone of the workspace, ${data.timezone}.` : ''}`}
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-96" /> : null}
      {data ? <InZone key={data.timezone} timezone={data.timezone} /> : null}
    </Page>
  );
}

function InZone({ timezone }: { timezone: string }) {
  const [today] = useState(() => localDate(timezone, new Date()));
  const [span, setSpan] = useState<Span>(() => lastDays(today, FIRST_DAYS));
  return (
    <>
      <SpanPicker span={span} today={today} change={setSpan} />
      <Days span={span} />
    </>
  );
}

function useUsage(span: Span) {
  const trpc = useTRPC();
  const options = { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS, placeholderData: keepPreviousData };
  const daily = useQuery(trpc.usage.list_daily.queryOptions(span, options));
  const outcomes = useQuery(trpc.usage.outcomes.queryOptions(span, options));
  const retry = () => void Promise.all([daily.refetch(), outcomes.refetch()]);
  return {
    rows: daily.data?.data,
    outcomes: outcomes.data?.data,
    error: daily.error ?? outcomes.error,
    retry,
  };
}

function Days({ span }: { span: Span }) {
  const tableId = useId();
  const { rows, outcomes, error, retry } = useUsage(span);
  if (error && !(rows && outcomes)) return <FailureNotice failure={failureOf(error)} retry={retry} />;
  if (!rows || !outcomes) return <Skeleton className="h-96" />;
  const mail = mailAmounts(rows);
  const ended = outcomeAmounts(
    rows.map(({ day }) => day),
    outcomes,
  );
  return (
    <div className="space-y-4 pb-4">
      <Totals rows={rows} mail={mail} ended={ended} />
      <DayChart title="Received and sent" tableId={tableId} days={mail} series={mailSeries} kind="beside" />
      <DayChart title="Delivery results" tableId={tableId} days={ended} series={outcomeSeries} kind="stacked">
        <p className="mt-0.5 text-[13px] leading-5 text-ink-soft">
          Counted by recipient, on the day on which the message was accepted, with the current status.
        </p>
      </DayChart>
      <RatesSection span={span} />
      <Caps />
      <div className="pt-2">
        <DailyTable id={tableId} rows={rows} outcomes={ended} />
      </div>
    </div>
  );
}

type TotalsProps = { rows: readonly DailyRow[]; mail: readonly DayAmounts[]; ended: readonly DayAmounts[] };

/** The most important numbers. */
function Totals({ rows, mail, ended }: TotalsProps) {
  const { inbound = 0, sends = 0 } = totalsOf(mail, mailSeries);
  const share = deliveredShare(totalsOf(ended, outcomeSeries));
  const storage = rows.findLast(({ storage_bytes }) => storage_bytes > 0)?.storage_bytes;
  const facts = [
    ['Received', amountWords(inbound)],
    ['Sent', amountWords(sends)],
    ['Delivered', share === null ? '–' : percentWords(share)],
    // Storage is measured each hour, so it is unknown at first.
    ['Stored', storage === undefined ? '–' : bytesWords(storage)],
  ];
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-line gap-px sm:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="bg-surface px-4 py-3.5 sm:px-5">
          <dt className="text-[13px] text-ink-soft">{name}</dt>
          <dd className="mt-1 text-2xl leading-7 font-semibold tracking-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

'use client';

import Link from 'next/link';
import { useMay } from '../data/session.tsx';
import { numberWords } from '../labels/counted.ts';
import { cn } from '../parts/class-names.ts';
import type { Overview } from './use-overview.ts';

type Trend = { now: number; before: number };

/** The mail of the last seven days compared with the previous seven. */
export function Numbers({ numbers }: { numbers: Overview['numbers'] }) {
  const mayRead = useMay('usage:read');
  const { days, received, sent, troubled } = numbers;
  return (
    <section aria-labelledby="numbers">
      <div className="mb-2.5 flex items-baseline justify-between gap-4">
        <h2 id="numbers" className="text-[15px] font-semibold tracking-tight">
          Last 7 days
        </h2>
        {mayRead ? (
          <Link href="/console/usage" className="prose-link text-[13px]">
            All usage
          </Link>
        ) : null}
      </div>
      <div className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-3">
        <Figure
          name="Received"
          trend={received}
          values={days.map((day) => day.received)}
          bar="fill-chart-blue"
        />
        <Figure name="Sent" trend={sent} values={days.map((day) => day.sent)} bar="fill-accent" />
        {troubled ? <Figure name="Failed or bounced" trend={troubled} worse="more" /> : null}
      </div>
    </section>
  );
}

type FigureProps = { name: string; trend: Trend; values?: number[]; bar?: string; worse?: 'more' };

function Figure({ name, trend, values, bar = '', worse }: FigureProps) {
  const isWorse = worse === 'more' && trend.now > trend.before;
  return (
    <div className="flex items-start justify-between gap-4 bg-surface px-4 py-3.5 sm:px-5">
      <dl>
        <dt className="text-[13px] text-ink-soft">{name}</dt>
        <dd className="mt-1 text-2xl leading-7 font-semibold tracking-tight tabular-nums">
          {numberWords(trend.now)}
        </dd>
        <dd className={cn('mt-0.5 text-xs text-ink-soft', isWorse && 'text-bad')}>{trendWords(trend)}</dd>
      </dl>
      {values ? <Spark values={values} bar={bar} /> : null}
    </div>
  );
}

/** For example `12% more than the week before`. For small numbers, percentages mislead, so the difference is given. */
export function trendWords({ now, before }: Trend): string {
  const difference = Math.abs(now - before);
  if (difference === 0) return 'As many as the week before';
  const word = now > before ? 'more' : 'fewer';
  if (before < 10) return `${numberWords(difference)} ${word} than the week before`;
  return `${Math.round((difference / before) * 100)}% ${word} than the week before`;
}

/** Fourteen small bars, with the earlier week paler. The numbers next to them say the same. */
function Spark({ values, bar }: { values: number[]; bar: string }) {
  const top = Math.max(1, ...values);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length * 4} 24`}
      className="h-9 w-24 shrink-0 self-end"
      preserveAspectRatio="none"
    >
      {values.map((value, index) => {
        const height = value === 0 ? 0.5 : Math.max(1.5, (value / top) * 24);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
            key={index}
            className={cn(bar, index < values.length / 2 && 'opacity-35')}
            x={index * 4}
            width={3}
            y={24 - height}
            height={height}
          />
        );
      })}
    </svg>
  );
}

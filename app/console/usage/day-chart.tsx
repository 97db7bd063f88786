'use client';

import { Bar } from '@visx/shape';
import type { ReactNode } from 'react';
import { cn } from '../parts/class-names.ts';
import { amountWords, axisTop, longDayWords, shortAmount } from './amounts.ts';
import { ChartFrame, type Scales } from './chart-frame.tsx';
import { type DayAmounts, type Series, totalsOf } from './series.ts';

type Kind = 'stacked' | 'beside';
type Props = {
  title: string;
  /** The table that has the same data as numbers. */
  tableId: string;
  days: readonly DayAmounts[];
  series: readonly Series[];
  /** Whether bars are stacked or side by side. */
  kind: Kind;
  children?: ReactNode;
};

/** Bars by day. */
export function DayChart({ title, tableId, days, series, kind, children }: Props) {
  const top = axisTop(Math.max(0, ...days.map(({ amounts }) => highest(amounts, series, kind))));
  return (
    <ChartFrame
      title={title}
      tableId={tableId}
      kind="bar chart"
      days={days.map(({ day }) => day)}
      top={top}
      tick={shortAmount}
      spoken={(index) => spoken(days[index], series)}
      legend={(active) => (
        <>
          {children}
          <Legend
            series={series}
            amounts={active === null ? totalsOf(days, series) : (days[active]?.amounts ?? {})}
          />
        </>
      )}
    >
      {(scales) =>
        days.map((at, index) => (
          <g
            key={at.day}
            className={scales.active !== null && scales.active !== index ? 'opacity-35' : undefined}
          >
            {barsOf(at, series, kind, scales)}
          </g>
        ))
      }
    </ChartFrame>
  );
}

function Legend({ series, amounts }: { series: readonly Series[]; amounts: Record<string, number> }) {
  return (
    <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1.5">
      {series.map(({ key, name, mark }) => (
        <li key={key} className="flex items-center gap-1.5 text-[13px] text-ink-soft">
          <span aria-hidden="true" className={cn('size-2.5 shrink-0 rounded-[3px]', mark)} />
          {name}
          <span className="font-medium text-ink tabular-nums">{amountWords(amounts[key] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

function barsOf({ day, amounts }: DayAmounts, series: readonly Series[], kind: Kind, { x, y, band }: Scales) {
  const width = band / (kind === 'beside' ? series.length : 1);
  let below = 0;
  return series.map(({ key, fill }, index) => {
    const amount = amounts[key] ?? 0;
    const from = below;
    if (kind === 'stacked') below += amount;
    return amount === 0 ? null : (
      <Bar
        key={key}
        className={fill}
        x={x(day) + (kind === 'beside' ? index * width : 0)}
        width={width}
        y={y(from + amount)}
        height={y(from) - y(from + amount)}
      />
    );
  });
}

function highest(amounts: Record<string, number>, series: readonly Series[], kind: Kind): number {
  const each = series.map(({ key }) => amounts[key] ?? 0);
  return kind === 'stacked' ? each.reduce((sum, amount) => sum + amount, 0) : Math.max(...each);
}

const spoken = (at: DayAmounts | undefined, series: readonly Series[]): string =>
  at
    ? `${longDayWords(at.day)}: ${series.map(({ key, name }) => `${name} ${amountWords(at.amounts[key] ?? 0)}`).join(', ')}`
    : '';

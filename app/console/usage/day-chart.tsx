'use client';

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { counted } from '../labels/counted.ts';
import { cn } from '../parts/class-names.ts';
import { amountWords, axisTop, dayWords, longDayWords, shortAmount } from './amounts.ts';
import { type DayAmounts, type Series, totalsOf } from './series.ts';

type Props = {
  title: string;
  /** The table that has the same data as numbers. */
  tableId: string;
  days: readonly DayAmounts[];
  series: readonly Series[];
  /** Bars on top of each other, or side by side. */
  kind: 'stacked' | 'beside';
  children?: ReactNode;
};

/** The share of a day's width that stays free between bars. */
const GAP = 0.22;

/**
 * Bars by day. The legend shows the totals, or the amounts of the day under the pointer or chosen with the arrow keys.
 */
export function DayChart({ title, tableId, days, series, kind, children }: Props) {
  const titleId = useId();
  const [active, setActive] = useState<number | null>(null);
  const at = active === null ? undefined : days[active];
  const shown = at ? at.amounts : totalsOf(days, series);
  const top = axisTop(Math.max(0, ...days.map(({ amounts }) => highest(amounts, series, kind))));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedTo(event.key, active, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <figure className="rounded-xl border border-line bg-surface px-4 pt-4 pb-3 sm:px-5">
      <figcaption>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={titleId} className="text-[15px] font-semibold tracking-tight">
            {title}
          </h2>
          <p className="text-[13px] text-ink-soft tabular-nums">
            {at ? longDayWords(at.day) : counted(days.length, 'day')}
          </p>
        </div>
        {children}
        <Legend series={series} amounts={shown} />
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a chart with keyboard navigation. */}
      <div
        role="group"
        aria-labelledby={titleId}
        aria-describedby={tableId}
        aria-roledescription="bar chart, arrow keys choose a day"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys choose the day that the legend shows.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        className="relative mt-4 ml-9 h-44"
      >
        <Grid top={top} />
        <Bars {...{ days, series, kind, top, active, setActive }} />
        <p className="sr-only" role="status">
          {at ? spoken(at, series) : ''}
        </p>
      </div>
      <Dates days={days} />
    </figure>
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

const Grid = ({ top }: { top: number }) => (
  <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
    {[top, top / 2, 0].map((amount) => (
      <div key={amount} className="relative border-t border-line">
        <span className="absolute -top-2 -left-9 w-7 text-right text-[11px] leading-4 text-ink-soft tabular-nums">
          {shortAmount(amount)}
        </span>
      </div>
    ))}
  </div>
);

type BarsProps = Pick<Props, 'days' | 'series' | 'kind'> & {
  top: number;
  active: number | null;
  setActive: (index: number) => void;
};

/** One unit of width is a day and the height is the axis; the browser stretches the drawing. */
function Bars({ days, series, kind, top, active, setActive }: BarsProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${days.length} ${top}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {days.map(({ day, amounts }, index) => (
        <g key={day} className={active !== null && active !== index ? 'opacity-35' : undefined}>
          {barsOf(amounts, series, kind).map(({ key, fill, x, width, from, amount }) => (
            <rect
              key={key}
              className={fill}
              x={index + x}
              width={width}
              y={top - from - amount}
              height={amount}
            />
          ))}
          {/* The whole column reacts to the pointer, even above low bars. */}
          <rect
            className="fill-transparent"
            x={index}
            width={1}
            y={0}
            height={top}
            onPointerEnter={() => setActive(index)}
            onPointerDown={() => setActive(index)}
          />
        </g>
      ))}
    </svg>
  );
}

function barsOf(amounts: Record<string, number>, series: readonly Series[], kind: Props['kind']) {
  const width = (1 - GAP) / (kind === 'beside' ? series.length : 1);
  let from = 0;
  return series.flatMap(({ key, fill }, index) => {
    const amount = amounts[key] ?? 0;
    const bar = { key, fill, width, amount, x: GAP / 2 + (kind === 'beside' ? index * width : 0), from };
    if (kind === 'stacked') from += amount;
    return amount > 0 ? [bar] : [];
  });
}

/** The first day, one in the middle, and the last. */
function Dates({ days }: { days: readonly DayAmounts[] }) {
  const indexes = [0, Math.floor((days.length - 1) / 2), days.length - 1];
  const named = [...new Set(indexes)].flatMap((index) => days[index]?.day ?? []);
  return (
    <div
      aria-hidden="true"
      className="mt-1.5 ml-9 flex justify-between text-[11px] text-ink-soft tabular-nums"
    >
      {named.map((day) => (
        <span key={day}>{dayWords(day)}</span>
      ))}
    </div>
  );
}

function highest(amounts: Record<string, number>, series: readonly Series[], kind: Props['kind']): number {
  const each = series.map(({ key }) => amounts[key] ?? 0);
  return kind === 'stacked' ? each.reduce((sum, amount) => sum + amount, 0) : Math.max(...each);
}

/** Undefined for keys that do not change the day. */
function movedTo(key: string, from: number | null, many: number): number | null | undefined {
  if (key === 'Escape') return null;
  if (key === 'Home') return 0;
  if (key === 'End') return many - 1;
  if (key === 'ArrowLeft') return Math.max(0, (from ?? many) - 1);
  if (key === 'ArrowRight') return Math.min(many - 1, (from ?? -1) + 1);
  return undefined;
}

const spoken = ({ day, amounts }: DayAmounts, series: readonly Series[]): string =>
  `${longDayWords(day)}: ${series.map(({ key, name }) => `${name} ${amountWords(amounts[key] ?? 0)}`).join(', ')}`;

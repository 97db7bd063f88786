'use client';

import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { counted } from '../labels/counted.ts';
import { dayWords, longDayWords } from './amounts.ts';

const HEIGHT = 208;
const MARGIN = { top: 8, right: 4, bottom: 24, left: 44 };
const GAP = 0.22;

/** The scales of the drawing. `x` is the left edge of a day, and `step` the distance to the next day. */
export type Scales = {
  x: (day: string) => number;
  y: (amount: number) => number;
  width: number;
  /** The lower edge of the drawing. */
  bottom: number;
  band: number;
  step: number;
  active: number | null;
};

type Props = {
  title: string;
  /** The table that has the same data as numbers. */
  tableId: string;
  kind: string;
  days: readonly string[];
  /** The upper and lower end of the axis of amounts; the lower end is 0 by default. */
  top: number;
  bottom?: number;
  tick: (amount: number) => string;
  /** The text for screen readers about a day. */
  spoken: (index: number) => string;
  /** The figures above the chart, for the chosen day or for all days together. */
  legend: (active: number | null) => ReactNode;
  children: (scales: Scales) => ReactNode;
};

/**
 * A chart by day: its axes, and the choice of a day by pointer, touch or arrow keys. The legend shows the values of the
 * chosen day, so that nothing covers the drawing.
 */
export function ChartFrame(props: Props) {
  const { title, tableId, kind, days, top, bottom = 0, tick, spoken, legend, children } = props;
  const titleId = useId();
  const [active, setActive] = useState<number | null>(null);
  const { parentRef, width } = useParentSize<HTMLDivElement>({ debounceTime: 50 });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedTo(event.key, active, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  const day = active === null ? undefined : days[active];
  return (
    <figure className="rounded-xl border border-line bg-surface px-4 pt-4 pb-2 sm:px-5">
      <figcaption>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={titleId} className="text-[15px] font-semibold tracking-tight">
            {title}
          </h2>
          <p className="text-[13px] text-ink-soft tabular-nums">
            {day ? longDayWords(day) : counted(days.length, 'day')}
          </p>
        </div>
        {legend(active)}
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a chart with keyboard navigation. */}
      <div
        ref={parentRef}
        role="group"
        aria-labelledby={titleId}
        aria-describedby={tableId}
        aria-roledescription={`${kind}, arrow keys choose a day`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys choose the day that the legend shows.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        className="relative mt-3 h-52"
      >
        {width > 0 ? (
          <Drawing {...{ width, days, top, bottom, tick, active, setActive }}>{children}</Drawing>
        ) : null}
        <p className="sr-only" role="status">
          {active === null ? '' : spoken(active)}
        </p>
      </div>
    </figure>
  );
}

type DrawingProps = Pick<Props, 'days' | 'top' | 'tick' | 'children'> & {
  width: number;
  bottom: number;
  active: number | null;
  setActive: (index: number) => void;
};

function Drawing({ width, days, top, bottom, tick, active, setActive, children }: DrawingProps) {
  const right = width - MARGIN.right;
  const x = scaleBand({
    domain: [...days],
    range: [MARGIN.left, right],
    paddingInner: GAP,
    paddingOuter: GAP / 2,
  });
  const y = scaleLinear({ domain: [bottom, top], range: [HEIGHT - MARGIN.bottom, MARGIN.top] });
  const ticks = [bottom, (bottom + top) / 2, top];
  const label = { fill: 'var(--ink-soft)', fontSize: 11, fontFamily: 'inherit' };
  const scales: Scales = {
    x: (day) => x(day) ?? 0,
    y: (amount) => y(amount),
    width: right,
    bottom: HEIGHT - MARGIN.bottom,
    band: x.bandwidth(),
    step: x.step(),
    active,
  };
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className="absolute inset-0 touch-pan-y">
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={right - MARGIN.left}
        tickValues={ticks}
        stroke="var(--line)"
      />
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        hideAxisLine
        hideTicks
        tickValues={ticks}
        tickFormat={(amount) => tick(Number(amount))}
        tickLabelProps={{ ...label, textAnchor: 'end', dx: '-0.2em', dy: '0.33em' }}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        hideAxisLine
        hideTicks
        tickValues={namedDays(days)}
        tickFormat={dayWords}
        tickLabelProps={(day) => ({ ...label, textAnchor: anchorOf(String(day), days) })}
      />
      {children(scales)}
      {/* The whole column reacts to the pointer, even above low bars. */}
      {days.map((day, index) => (
        <rect
          key={day}
          className="fill-transparent"
          x={scales.x(day) - (scales.step - scales.band) / 2}
          width={scales.step}
          y={0}
          height={HEIGHT - MARGIN.bottom}
          onPointerEnter={() => setActive(index)}
          onPointerDown={() => setActive(index)}
        />
      ))}
    </svg>
  );
}

/** The labelled days: the first, the middle and the last one. */
const namedDays = (days: readonly string[]): string[] =>
  [...new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])].flatMap((index) => days[index] ?? []);

function anchorOf(day: string, days: readonly string[]): 'start' | 'middle' | 'end' {
  if (days.length > 2 && day === days[0]) return 'start';
  return days.length > 2 && day === days.at(-1) ? 'end' : 'middle';
}

/** The day that a key selects; undefined for keys that do not change the day. */
function movedTo(key: string, from: number | null, many: number): number | null | undefined {
  if (key === 'Escape') return null;
  if (key === 'Home') return 0;
  if (key === 'End') return many - 1;
  if (key === 'ArrowLeft') return Math.max(0, (from ?? many) - 1);
  if (key === 'ArrowRight') return Math.min(many - 1, (from ?? -1) + 1);
  return undefined;
}

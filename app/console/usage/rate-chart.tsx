'use client';

import { LinePath } from '@visx/shape';
import { cn } from '../parts/class-names.ts';
import { longDayWords, percentWords } from './amounts.ts';
import { ChartFrame, type Scales } from './chart-frame.tsx';
import {
  bottomOf,
  limitOf,
  type Metric,
  metrics,
  type RateGroup,
  type Rates,
  rateOf,
  ratesByDay,
  topOf,
} from './rates.ts';

type Props = {
  title: string;
  tableId: string;
  group: RateGroup;
  metric: Metric;
  limits: Rates['limits'];
  days: readonly string[];
  /** The same number of days before these. */
  before: readonly string[];
};

type Point = { at: number; value: number };

const share = (value: number | null): string => (value === null ? 'no mail' : percentWords(value));

/** A rate by day, that of the previous period as a dashed line, and the limit of the abuse guard. */
export function RateChart({ title, tableId, group, metric, limits, days, before }: Props) {
  const { name, stroke, mark } = metrics[metric];
  const limit = limitOf(limits, metric);
  const now = ratesByDay(group.days, days, metric);
  const then = ratesByDay(group.before, before, metric);
  return (
    <ChartFrame
      title={title}
      tableId={tableId}
      kind="line chart"
      days={days}
      top={topOf([...now, ...then], limit)}
      bottom={bottomOf([...now, ...then], limit)}
      tick={percentWords}
      spoken={(index) =>
        `${longDayWords(days[index] ?? '')}: ${name} ${share(now[index] ?? null)}, ${days.length} days earlier ${share(then[index] ?? null)}`
      }
      legend={(active) => (
        <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1.5 text-[13px] text-ink-soft">
          <Key
            mark={mark}
            name={name}
            value={share(active === null ? rateOf(group.days, metric) : (now[active] ?? null))}
          />
          <Key
            mark="bg-chart-grey"
            name={active === null ? `${days.length} days before` : `${days.length} days earlier`}
            value={share(active === null ? rateOf(group.before, metric) : (then[active] ?? null))}
          />
          {limit === null ? null : <Key mark="bg-warn" name="Limit" value={percentWords(limit)} />}
        </ul>
      )}
    >
      {(scales) => (
        <>
          {limit === null ? null : (
            <line
              x1={scales.x(days[0] ?? '')}
              x2={scales.width}
              y1={scales.y(limit)}
              y2={scales.y(limit)}
              className="stroke-warn"
              strokeWidth={1.5}
            />
          )}
          <Line values={then} days={days} scales={scales} className="stroke-chart-grey" dash="4 4" />
          <Line values={now} days={days} scales={scales} className={stroke} />
          <Chosen {...{ now, days, scales }} />
        </>
      )}
    </ChartFrame>
  );
}

const Key = ({ mark, name, value }: { mark: string; name: string; value: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className={cn('h-0.5 w-3 shrink-0 rounded-full', mark)} />
    {name}
    <span className="font-medium text-ink tabular-nums">{value}</span>
  </li>
);

type LineProps = {
  values: readonly (number | null)[];
  days: readonly string[];
  scales: Scales;
  className: string;
  dash?: string;
};

const middleOf = (day: string, { x, band }: Scales): number => x(day) + band / 2;

/** Days without mail are left out, and the line continues to the next day with mail. A single day is a dot. */
function Line({ values, days, scales, className, dash }: LineProps) {
  const points = values.flatMap((value, at): Point[] => (value === null ? [] : [{ at, value }]));
  const place = ({ at }: Point) => middleOf(days[at] ?? '', scales);
  return (
    <>
      <LinePath
        data={points}
        x={place}
        y={({ value }) => scales.y(value)}
        className={className}
        strokeWidth={2}
        strokeLinejoin="round"
        fill="none"
        {...(dash && { strokeDasharray: dash })}
      />
      {points.length < 8
        ? points.map((point) => (
            <circle
              key={point.at}
              cx={place(point)}
              cy={scales.y(point.value)}
              r={2.5}
              className={cn(className, 'fill-surface')}
              strokeWidth={2}
            />
          ))
        : null}
    </>
  );
}

function Chosen({
  now,
  days,
  scales,
}: {
  now: readonly (number | null)[];
  days: readonly string[];
  scales: Scales;
}) {
  if (scales.active === null) return null;
  const x = middleOf(days[scales.active] ?? '', scales);
  const value = now[scales.active];
  return (
    <>
      <line x1={x} x2={x} y1={scales.bottom} y2={8} className="stroke-line-strong" />
      {typeof value === 'number' ? <circle cx={x} cy={scales.y(value)} r={4} className="fill-ink" /> : null}
    </>
  );
}

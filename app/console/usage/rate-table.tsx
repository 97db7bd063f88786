'use client';

import dynamic from 'next/dynamic';
import { cn } from '../parts/class-names.ts';
import { amountWords, percentWords } from './amounts.ts';
import {
  bottomOf,
  handedOver,
  limitOf,
  type Metric,
  metrics,
  type RateGroup,
  type Rates,
  rateOf,
  ratesByDay,
  topOf,
} from './rates.ts';

const Sparkline = dynamic(() => import('./sparkline.tsx').then(({ Sparkline: line }) => line), {
  ssr: false,
});

type Props = {
  id: string;
  caption: string;
  groups: readonly RateGroup[];
  metric: Metric;
  limits: Rates['limits'];
  days: readonly string[];
  chosen: string | null;
  choose: (key: string | null) => void;
};

/** The whole workspace and its largest groups. Choosing one shows it in the chart. */
export function RateTable({ id, caption, groups, metric, limits, days, chosen, choose }: Props) {
  return (
    // `relative` keeps the hidden caption from stretching the page.
    <section
      aria-label={`${caption}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-104 overflow-auto rounded-xl border border-line bg-surface"
    >
      <table id={id} className="w-full border-separate border-spacing-0 text-right text-[13px] tabular-nums">
        <caption className="sr-only">
          {caption} with their recipients and rates, those with the most mail first
        </caption>
        <thead>
          <tr>
            <th scope="col" className={cn(headLook, 'text-left')}>
              {caption}
            </th>
            <th scope="col" className={headLook}>
              Recipients
            </th>
            {metricNames.map((each) => (
              <th key={each} scope="col" className={headLook}>
                {metrics[each].name}
              </th>
            ))}
            <th scope="col" className={headLook}>
              Change
            </th>
            <th scope="col" className={headLook}>
              {metrics[metric].name} by day
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row
              key={group.key ?? ''}
              {...{ group, metric, limits, days }}
              isChosen={group.key === chosen}
              choose={() => choose(group.key)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const metricNames = Object.keys(metrics) as Metric[];
const headLook =
  'sticky top-0 z-10 border-b border-line bg-sunken px-3 py-2 font-medium whitespace-nowrap text-ink-soft';
const cellLook = 'border-b border-line px-3 py-1.5 whitespace-nowrap';

type RowProps = Pick<Props, 'metric' | 'limits' | 'days'> & {
  group: RateGroup;
  isChosen: boolean;
  choose: () => void;
};

function Row({ group, metric, limits, days, isChosen, choose }: RowProps) {
  const values = ratesByDay(group.days, days, metric);
  return (
    <tr className={isChosen ? 'bg-accent-wash' : 'hover:bg-hover'}>
      <th scope="row" className={cn(cellLook, 'max-w-64 truncate text-left font-normal')}>
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={choose}
          className="max-w-full truncate rounded text-left font-medium hover:underline"
        >
          {group.name ?? 'Whole workspace'}
        </button>
      </th>
      <td className={cellLook}>{amountWords(handedOver(group.days))}</td>
      {metricNames.map((each) => {
        const rate = rateOf(group.days, each);
        const limit = limitOf(limits, each);
        const isOver = limit !== null && rate !== null && rate > limit;
        return (
          <td key={each} className={cn(cellLook, isOver && 'font-medium text-bad')}>
            {rate === null ? '–' : percentWords(rate)}
            {isOver ? <span className="sr-only"> (above the limit)</span> : null}
          </td>
        );
      })}
      <td className={cn(cellLook, 'text-ink-soft')}>
        {changeWords(rateOf(group.days, metric), rateOf(group.before, metric))}
      </td>
      <td className={cellLook}>
        <Sparkline
          values={values}
          bottom={bottomOf(values, limitOf(limits, metric))}
          top={topOf(values, limitOf(limits, metric))}
          stroke={metrics[metric].stroke}
        />
      </td>
    </tr>
  );
}

/** The difference from the previous period in percentage points. */
function changeWords(now: number | null, then: number | null): string {
  if (now === null || then === null) return '–';
  const points = Math.round((now - then) * 1_000) / 10;
  if (points === 0) return 'unchanged';
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} pts`;
}

import type { ReactNode } from 'react';
import type { ReportSummary } from '../data/trpc.ts';
import { cn } from '../parts/class-names.ts';
import { amountWords, longDayWords, percentWords } from '../usage/amounts.ts';
import type { DayAmounts, Series } from '../usage/series.ts';
import type { ReportKind } from './reports.ts';

const headLook =
  'sticky top-0 z-10 border-b border-line bg-sunken px-3 py-2 font-medium whitespace-nowrap text-ink-soft';
const cellLook = 'border-b border-line px-3 py-1.5 whitespace-nowrap';

const words: Record<
  ReportKind,
  { caption: string; source: string; passed: string; failed: string; empty: string }
> = {
  dmarc: {
    caption: 'Senders in the name of the domain',
    source: 'Address of the sender',
    passed: 'Authenticated',
    failed: 'Not authenticated',
    empty: '',
  },
  tls: {
    caption: 'Mail servers that senders connected to',
    source: 'Mail server',
    passed: 'Encrypted',
    failed: 'Failed',
    empty: 'All servers',
  },
};

/** Who sent in the name of the domain, those with the most mail first. */
export function ReportSources({ kind, sources }: { kind: ReportKind; sources: ReportSummary['sources'] }) {
  const { caption, source: name, passed, failed, empty } = words[kind];
  const columns = [
    passed,
    failed,
    'Share',
    ...(kind === 'dmarc' ? ['Refused'] : []),
    'Receivers',
    'Last day',
  ];
  return (
    <Table caption={caption} first={name} columns={columns}>
      {sources.map((row) => (
        <tr key={row.source}>
          <th scope="row" className={cn(cellLook, 'text-left font-mono text-[13px] font-normal')}>
            {row.source === 'all' ? empty : row.source}
          </th>
          <td className={cellLook}>{amountWords(row.passed)}</td>
          <td className={cn(cellLook, row.failed > 0 && 'font-medium text-bad')}>
            {amountWords(row.failed)}
          </td>
          <td className={cellLook}>{percentWords(row.passed / Math.max(1, row.passed + row.failed))}</td>
          {kind === 'dmarc' ? <td className={cellLook}>{amountWords(row.refused)}</td> : null}
          <td className={cellLook}>{amountWords(row.reporters)}</td>
          <td className={cellLook}>{longDayWords(row.last_day)}</td>
        </tr>
      ))}
    </Table>
  );
}

type DaysProps = { id: string; series: readonly Series[]; days: readonly DayAmounts[] };

/** The numbers of the chart, newest day first. */
export const ReportDays = ({ id, series, days }: DaysProps) => (
  <Table id={id} caption="By day" first="Day" columns={series.map(({ name }) => name)}>
    {days.toReversed().map(({ day, amounts }) => (
      <tr key={day}>
        <th scope="row" className={cn(cellLook, 'text-left font-normal')}>
          {longDayWords(day)}
        </th>
        {series.map(({ key }) => (
          <td key={key} className={cn(cellLook, !amounts[key] && 'text-ink-soft')}>
            {amountWords(amounts[key] ?? 0)}
          </td>
        ))}
      </tr>
    ))}
  </Table>
);

type TableProps = {
  id?: string;
  caption: string;
  first: string;
  columns: readonly string[];
  children: ReactNode;
};

const Table = ({ id, caption, first, columns, children }: TableProps) => (
  <section
    aria-label={`${caption}, scrollable`}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    tabIndex={0}
    // `relative` keeps the hidden caption from stretching the page.
    className="relative max-h-104 overflow-auto rounded-xl border border-line bg-surface"
  >
    <table id={id} className="w-full border-separate border-spacing-0 text-right text-[13px] tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={cn(headLook, 'text-left')}>
            {first}
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className={headLook}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

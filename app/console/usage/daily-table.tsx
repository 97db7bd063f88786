import { amountWords, bytesWords, longDayWords } from './amounts.ts';
import { type DailyRow, type DayAmounts, outcomeSeries } from './series.ts';

type Props = { id: string; rows: readonly DailyRow[]; outcomes: readonly DayAmounts[] };
type Column = [name: string, value: (row: DailyRow, amounts: Record<string, number>) => string];

const columns: Column[] = [
  ['Received', ({ inbound }) => amountWords(inbound)],
  ['Sent', ({ sends }) => amountWords(sends)],
  ...outcomeSeries.map(({ key, name }): Column => [name, (_, amounts) => amountWords(amounts[key] ?? 0)]),
  ['Triaged', ({ triage }) => amountWords(triage)],
  ['Searches', ({ search }) => amountWords(search)],
  ['Deep searches', ({ agentic }) => amountWords(agentic)],
  ['Assertions', ({ assertions }) => amountWords(assertions)],
  ['Signatures', ({ http_signatures }) => amountWords(http_signatures)],
  ['Model tokens', ({ ai_neurons }) => amountWords(ai_neurons)],
  ['Storage', ({ storage_bytes }) => (storage_bytes === 0 ? '–' : bytesWords(storage_bytes))],
];

/** All numbers by day, newest first, including those of the charts. */
export function DailyTable({ id, rows, outcomes }: Props) {
  const amountsOf = new Map(outcomes.map(({ day, amounts }) => [day, amounts]));
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-2.5 text-[15px] font-semibold tracking-tight">
        By day
      </h2>
      <section
        aria-label="Usage by day, scrollable"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        className="max-h-104 overflow-auto rounded-xl border border-line bg-surface"
      >
        <table
          id={id}
          className="w-full border-separate border-spacing-0 text-right text-[13px] tabular-nums"
        >
          <caption className="sr-only">Usage by day, newest first</caption>
          <thead>
            <tr>
              <th scope="col" className={`${headLook} sticky left-0 z-20 text-left`}>
                Day
              </th>
              {columns.map(([name]) => (
                <th key={name} scope="col" className={headLook}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <tr key={row.day}>
                <th
                  scope="row"
                  className="sticky left-0 border-b border-line bg-surface px-3 py-1.5 text-left font-normal whitespace-nowrap"
                >
                  {longDayWords(row.day)}
                </th>
                {columns.map(([name, value]) => {
                  const text = value(row, amountsOf.get(row.day) ?? {});
                  return (
                    <td
                      key={name}
                      className={`border-b border-line px-3 py-1.5 ${text === '0' ? 'text-ink-soft' : ''}`}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const headLook =
  'sticky top-0 z-10 border-b border-line bg-sunken px-3 py-2 font-medium whitespace-nowrap text-ink-soft';

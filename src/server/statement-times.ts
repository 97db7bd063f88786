import type { Metrics } from '#kernel/base/metrics.ts';
import type { Answered } from '#kernel/data/database.ts';

/** The label of statements without a name. */
const UNNAMED = 'unnamed';

/** Measures statements by room, the first part of their name. Names come from the program, so there are few. */
export function statementTimes(metrics: Pick<Metrics, 'series'>): Answered {
  const series = new Map<string, (seconds: number) => void>();
  const seriesOf = (name: string): ((seconds: number) => void) => {
    const room = name.split('.', 1)[0]!;
    const known = series.get(room) ?? metrics.series('proofmail_db_statement_seconds', { room });
    series.set(room, known);
    series.set(name, known);
    return known;
  };
  return (name, seconds) => {
    const key = name ?? UNNAMED;
    (series.get(key) ?? seriesOf(key))(seconds);
  };
}

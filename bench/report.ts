/**
 * One round of one alternative: pieces of work per second, and the CPU that each took its server, and Postgres; null
 * when not told.
 */
export type Round = { rate: number; cpuMs: number | null; postgresMs?: number | null };

type Measured = { name: string; rounds: Round[] };

/** The median, which one disturbed round does not change. */
export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
};

const medianRate = ({ rounds }: Measured): number => median(rounds.map(({ rate }) => rate));

/** How many rounds to run: BENCH_ROUNDS, if set. */
export const roundsOr = (standard: number): number => Number(process.env.BENCH_ROUNDS ?? standard);

/** Prints one comparison: rates of the rounds, their medians, and ours as a share of the baseline's. */
export function printComparison(
  title: string,
  unit: string,
  { baseline, ours, goal }: { baseline: Measured; ours: Measured; goal: number },
): void {
  const ratio = medianRate(ours) / medianRate(baseline);
  console.log(`\n${title}`);
  console.table({ [baseline.name]: row(baseline, unit), [ours.name]: row(ours, unit) });
  console.log(`ratio ${ratio.toFixed(2)} (goal: at least ${goal})`);
}

/**
 * Prints what a part of the work takes of CPU, in the process and in Postgres, as a share of all the rest. Rounds are
 * pairs.
 */
export function printShare(name: string, rounds: { without: Round[]; with: Round[] }): void {
  const cpu = ({ cpuMs, postgresMs }: Round): number => (cpuMs ?? 0) + (postgresMs ?? 0);
  const more = rounds.with.map((each, at) => cpu(each) - cpu(rounds.without[at]!));
  const share = median(more.map((ms, at) => ms / cpu(rounds.without[at]!)));
  const listOf = (list: Round[]): string => list.map((each) => cpu(each).toFixed(2)).join(', ');
  console.log(`CPU ms without it: ${listOf(rounds.without)}; with it: ${listOf(rounds.with)}`);
  console.log(
    `${name} takes ${median(more).toFixed(2)} ms of CPU, ${(100 * share).toFixed(0)} % of the rest`,
  );
}

const row = (measured: Measured, unit: string): Record<string, number | string> => ({
  [`median ${unit}`]: Math.round(medianRate(measured)),
  rounds: measured.rounds.map(({ rate }) => Math.round(rate)).join(', '),
  'CPU ms for each': listed(measured.rounds.map(({ cpuMs }) => cpuMs)),
  'of Postgres': listed(measured.rounds.map(({ postgresMs }) => postgresMs)),
});

const listed = (values: (number | null | undefined)[]): string =>
  values.map((value) => value?.toFixed(2) ?? '?').join(', ');

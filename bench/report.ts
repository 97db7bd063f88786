type Measured = { name: string; rates: number[] };

/** The middle value, which one disturbed round does not move. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** How many rounds to run: BENCH_ROUNDS where that is set. */
export const roundsOr = (standard: number): number => Number(process.env.BENCH_ROUNDS ?? standard);

/** Prints one comparison: rates of the rounds, their medians, and ours as a share of the baseline's. */
export function printComparison(
  title: string,
  unit: string,
  { baseline, ours, goal }: { baseline: Measured; ours: Measured; goal: number },
): void {
  const ratio = median(ours.rates) / median(baseline.rates);
  console.log(`\n${title}`);
  console.table({
    [baseline.name]: row(baseline.rates, unit),
    [ours.name]: row(ours.rates, unit),
  });
  console.log(`ratio ${ratio.toFixed(2)} (goal: at least ${goal})`);
}

const row = (rates: number[], unit: string): Record<string, number | string> => ({
  [`median ${unit}`]: Math.round(median(rates)),
  rounds: rates.map((rate) => Math.round(rate)).join(', '),
});

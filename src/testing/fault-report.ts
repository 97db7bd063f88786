import { appendFileSync } from 'node:fs';

/** One row of the table that `npm run test:faults` prints. */
export type FaultReport = { fault: string; rounds: number; counts: Record<string, number | string> };

/** Prints the counts of a test that injects faults, and stores them for the table. */
export function reportFaults(report: FaultReport): void {
  const counts = Object.entries(report.counts).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`${report.fault} × ${report.rounds}: ${counts.join(', ')}\n`);
  const file = process.env.PM_FAULT_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(report)}\n`);
}

// `npm run test:faults`: kills, interruptions of the database, hanging DNS and hostile neighbours, in under half an hour.
// It prints one table with counts. Not a part of `npm test`. `npm run test:faults -- <name>` runs some of them. Built-in
// modules only.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, programNode, root, run } from './prepare.mjs';

/** Each with the variables of its long run; those of the environment win. */
const suites = [
  { file: 'src/server/interruptions.test.ts', env: { PM_TEST_INTERRUPTIONS: '30' } },
  { file: 'src/server/database-refuses.test.ts', env: {} },
  { file: 'src/server/kill-mail.test.ts', env: { PM_TEST_KILLS: '25' } },
  { file: 'src/server/kill-send.test.ts', env: { PM_TEST_KILLS: '25' } },
  { file: 'src/server/crash-loop.test.ts', env: { PM_TEST_KILLS: '30', PM_TEST_SENDS: '500' } },
  { file: 'src/server/kill-domains.test.ts', env: { PM_TEST_KILLS: '25' } },
  { file: 'src/server/kill-webhooks.fault.ts', env: { PM_TEST_KILLS: '10' } },
  { file: 'src/server/machines.fault.ts', env: { PM_TEST_MACHINES: '5' } },
  { file: 'src/trust/privacy/kill.fault.ts', env: { PM_TEST_KILLS: '10' } },
  { file: 'src/mail/approvals/kill.fault.ts', env: { PM_TEST_KILLS: '10' } },
  { file: 'src/workspace/payments/events.test.ts', env: { PM_TEST_ORDERS: '500' } },
  { file: 'src/mail/inbound/fuzz.test.ts', env: { PM_FUZZ_MAILS: '20000' } },
  { file: 'src/server/neighbours.fault.ts', env: {} },
];

const folder = mkdtempSync(join(tmpdir(), 'proofmail-faults-'));
const report = join(folder, 'report.jsonl');

/** Runs one file. @returns its line about the outcome */
async function runSuite({ file, env }) {
  const begin = Date.now();
  const args = ['node_modules/vitest/vitest.mjs', 'run', file];
  const sizes = Object.fromEntries(
    Object.entries(env).map(([name, size]) => [name, process.env[name] ?? size]),
  );
  const variables = { PM_FAULT_REPORT: report, PM_TEST_FAULTS: 'on', ...sizes };
  const { code } = await run(programNode(), args, { quiet: false, env: variables });
  return { file, ok: code === 0, seconds: Math.round((Date.now() - begin) / 1000) };
}

function printTable(outcomes) {
  const rows = existsSync(report)
    ? readFileSync(report, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const cells = rows.map(({ fault, rounds, counts }) => [
    fault,
    String(rounds),
    Object.entries(counts)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ]);
  console.log('\n| Fault | Rounds | Counts |\n| --- | --- | --- |');
  for (const row of cells) console.log(`| ${row.join(' | ')} |`);
  console.log('');
  for (const { file, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${file} (${seconds} s)`);
}

process.chdir(root);
await ensureInstalled({ tools: true });
const wanted = process.argv.slice(2);
const outcomes = [];
for (const suite of suites) {
  if (wanted.length > 0 && !wanted.some((name) => suite.file.includes(name))) continue;
  outcomes.push(await runSuite(suite));
}
printTable(outcomes);
rmSync(folder, { recursive: true, force: true });
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;

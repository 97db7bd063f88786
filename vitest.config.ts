import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { probeStatements } from './src/testing/statements/probe-plugin.ts';

const source = fileURLToPath(new URL('./src/', import.meta.url));

const workers = Math.max(4, Math.min(2 * availableParallelism(), 8, Math.floor(totalmem() / 2 ** 30) - 4));

/**
 * Where it knows no times, vitest begins with the largest files. These are small and take long: begun last, they would run alone
 * at the end.
 */
const long =
  /\/(?:slow-lane|farewell|parts|generators-npm|python|demo|blobs-in-s3|guides|interruptions|kill-\w+|bad-input|\w+\.meilisearch)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [first = [], rest = []] = [true, false].map((is) =>
      sorted.filter(({ moduleId }) => long.test(moduleId) === is),
    );
    return [...first, ...rest];
  }
}

export default defineConfig({
  plugins: [probeStatements()],
  resolve: { alias: [{ find: /^#(.*)$/, replacement: `${source}$1` }] },
  test: {
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'app/**/*.test.ts',
      'packages/**/*.test.ts',
      // Out of the gate: `npm run test:faults`.
      ...(process.env.PM_TEST_FAULTS ? ['src/**/*.fault.ts'] : []),
    ],
    setupFiles: ['src/testing/watch-fetch.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Processes, not threads: tests start worker threads, listen for signals and change the environment.
    pool: 'forks',
    // Files share a process and its modules: to load them again for each file was half of the CPU of a run.
    isolate: false,
    // A sixth of their CPU went into collecting garbage from heaps that hold the modules of all of the product.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32', '--heap-growing-percent=300'],
    sequence: { sequencer: LongFirst },
    // More than there are cores: most files wait for jobs and sockets. Each may take a gigabyte with what it starts.
    maxWorkers: Number(process.env.PM_TEST_WORKERS ?? workers),
    // Long, because they only end tests that fail: a busy machine is slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    env: {
      NODE_ENV: 'test',
      // For the programs that tests start: to compile was half of the CPU of a call of the command line.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/program', import.meta.url)),
    },
    allowOnly: !process.env.CI,
  },
});

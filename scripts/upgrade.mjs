// `npm run test:upgrade`: the release before and this one work on one database, for longer than in the gate. Built-in
// modules only.
import { ensureConsole, ensureInstalled, programNode, root, run } from './prepare.mjs';

process.chdir(root);
await ensureInstalled({ tools: true });
await ensureConsole();
const { code } = await run(
  programNode(),
  ['node_modules/vitest/vitest.mjs', 'run', 'src/server/rolling-upgrade.test.ts'],
  { quiet: false, env: { PM_TEST_UPGRADE: process.env.PM_TEST_UPGRADE ?? '50' } },
);
process.exitCode = code;

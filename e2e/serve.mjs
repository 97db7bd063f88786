// Runs `npm start` for the tests on a data directory of its own and removes that directory afterwards.
// Plain JavaScript, because the machine's own Node starts it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = mkdtempSync(join(tmpdir(), 'proofmail-e2e-'));
const product = spawn('npm', ['start', '--silent'], {
  stdio: 'inherit',
  env: { ...process.env, PM_DATA_DIR: dataDir },
});

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => product.kill(signal));

product.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

// Runs `npm start` for the tests on the data directory that they made, and removes it afterwards.
// Plain JavaScript, because the machine's own Node starts it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const product = spawn('npm', ['start', '--silent'], {
  stdio: 'inherit',
});

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => product.kill(signal));

product.on('exit', (code) => {
  rmSync(process.env.PM_DATA_DIR, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

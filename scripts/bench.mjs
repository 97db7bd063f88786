// `npm run bench:<name>`: installs what is missing, as `npm start` does, then runs a file of bench/ on the Node that the
// program runs on; a bench of the whole product builds the console too. Built-in modules only, nothing newer than Node 20.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, PrepareError, programNode, root, stopCurrentStep } from './prepare.mjs';

let bench = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopCurrentStep('SIGTERM');
    // The bench takes any number of these for one: with Ctrl-C it hears the terminal's signal as well.
    bench?.kill('SIGTERM');
  });
}

try {
  await ensureInstalled({ tools: true });
  bench = spawn(programNode(), [join(root, 'bench', process.argv[2])], { stdio: 'inherit', cwd: root });
  bench.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(`The bench cannot run. ${error instanceof PrepareError ? error.message : error}`);
  process.exitCode = 1;
}

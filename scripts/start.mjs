// `npm start` and `npm run dev`: prepares what is missing, then runs the program, passes signals on to it, and returns
// its exit code. Built-in modules only, and nothing newer than Node 20.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import {
  ensureConsole,
  ensureInstalled,
  PrepareError,
  programArgs,
  programEnvironment,
  programNode,
  root,
  stopCurrentStep,
} from './prepare.mjs';

const isDev = process.argv.includes('--dev');
const parentPollMs = 250;
const reloadDelayMs = 150;

let server = null;
let isStopping = false;
/** Ends the wait of development mode for a change. */
let wake = () => undefined;

function stop() {
  isStopping = true;
  stopCurrentStep('SIGTERM');
  // The program takes any number of these for one: with Ctrl-C it hears the terminal's signal as well.
  server?.kill('SIGTERM');
  wake();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

if (process.env.npm_lifecycle_event) {
  // When npm is killed nobody tells us, but we get a new parent. (`exec` in package.json: no shell in between.)
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), parentPollMs).unref();
}

/** Runs the program once. @returns its exit code */
function runServer() {
  const args = [...programArgs, ...(isDev ? ['--dev'] : [])];
  server = spawn(programNode(), args, {
    // The channel carries no messages; its end tells the program that we are gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...programEnvironment,
      ...process.env,
      NODE_ENV: process.env.NODE_ENV ?? (isDev ? 'development' : 'production'),
    },
  });
  return new Promise((resolve) => {
    server.once('error', (error) => {
      console.error(`Proofmail cannot start. ${error.message}`);
      resolve(1);
    });
    server.once('exit', (code, signal) => {
      server = null;
      if (signal) console.error(`Proofmail was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

/** Development: the program is stopped cleanly and restarted when a source outside the console changes. */
async function runWithReload() {
  let timer;
  watch(join(root, 'src'), { recursive: true }, (_, file) => {
    if (!/\.ts$/.test(file ?? '') || /\.test\.ts$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => wake(), reloadDelayMs);
  });
  while (!isStopping) {
    const change = new Promise((resolve) => {
      wake = () => resolve('change');
    });
    const running = runServer();
    const first = await Promise.race([change, running]);
    if (isStopping) return running;
    if (first === 'change') {
      console.log('Reloading…');
      server?.kill('SIGTERM');
      await running;
    } else {
      console.log('Waiting for a change…');
      await change;
    }
  }
  return 0;
}

async function main() {
  const servesConsole = (process.env.PM_ROLES || 'web').split(',').some((role) => role.trim() === 'web');
  const steps = [() => ensureInstalled(), ...(servesConsole && !isDev ? [ensureConsole] : [])];
  for (const step of steps) {
    await step();
    if (isStopping) return 0;
  }
  return isDev ? runWithReload() : runServer();
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!isStopping)
    console.error(error instanceof PrepareError ? `Proofmail cannot start. ${error.message}` : error);
  process.exitCode = isStopping ? 0 : 1;
}
// The watcher of development mode would keep us alive.
process.exit();

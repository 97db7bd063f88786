// Prepares what the program and its tests need: packages and the console's build. Built-in modules only, and nothing
// newer than Node 20: this runs on a bare machine.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const requiredNodeMajor = 24;
const consoleStamp = '.next/proofmail-stamp';
// Another build in this checkout is waited for this long.
const buildWaitMs = 300_000;
const consoleSources = [
  'app',
  'src',
  'inngest',
  'public',
  'next.config.ts',
  'proxy.ts',
  'postcss.config.mjs',
  'tsconfig.json',
];

/** A step that failed; its message is all that the user needs to see. */
export class PrepareError extends Error {}

/** The Node that the program runs on: the one from package.json, or the machine's where the registry has none for it. */
export function programNode() {
  const [platform, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const installed = join(root, `node_modules/node-${platform}-${process.arch}/bin`, program);
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= requiredNodeMajor) return process.execPath;
  throw new PrepareError(
    `Node ${requiredNodeMajor} was not installed with the packages (none for this machine, or npm left optional ones out). ` +
      `Run "npm ci", or start with Node ${requiredNodeMajor} or newer.`,
  );
}

/**
 * How the program is run. Node's own sizes are for heaps of gigabytes: under a load of mail the young generation would
 * grow to 130 MB, and the old one to twice what lives before it is cleaned. Held down, the peak is 330 MB instead of 530,
 * for the same CPU (bench/README.md). `--expose-gc` lets threads at rest give memory back (`src/kernel/threads/idle-memory.ts`).
 */
export const programArgs = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--expose-gc',
  join(root, 'src/server/main.ts'),
];

/**
 * Its environment besides the user's. The C library would keep a heap for each thread, and give none of them back: with two
 * for all, the program holds a tenth less. What Node compiled is kept beside the packages that it came from, so that the next
 * start takes two thirds of the CPU; Node leaves it out where it cannot write.
 */
export const programEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/proofmail-compiled'),
};

/** The children that run right now, so that a signal can be passed on to them. */
const running = new Set();
export function stopCurrentStep(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a program to its end. `quiet` collects its output instead of showing it; `priority` is that of `os.setPriority`,
 * which its own programs inherit.
 */
export async function run(file, args, { quiet = true, env = {}, priority } = {}) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  running.add(child);
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
  let output = '';
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      collect(error.message);
      resolve(1);
    });
    child.once('close', (exitCode, signal) => resolve(signal ? 128 : exitCode));
  });
  running.delete(child);
  return { code, output };
}

function tail(output) {
  return output.trim().split('\n').slice(-40).join('\n');
}

// --- Packages ---------------------------------------------------------------------------------------------

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules is what package-lock.json asks for. Compared by content: git gives files new times at
 * every checkout, and an install that was broken off leaves no hidden lock file.
 */
function isInstalled(tools) {
  const wanted = readLock('package-lock.json');
  const present = readLock('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  const missing = ([path, entry]) => {
    if (path === '') return false;
    // Packages of other platforms are listed but not installed, those of developers only where they are asked for.
    const mayBeMissing = entry.optional || entry.devOptional || (entry.dev && !tools);
    return present[path] ? present[path].version !== entry.version : !mayBeMissing;
  };
  return !Object.entries(wanted).some(missing);
}

function npmCommand() {
  // Under `npm start` its own Node and program are known; the PATH may hold another one.
  const { npm_execpath: program, npm_node_execpath: node } = process.env;
  return program?.endsWith('.js') && node ? [node, [program]] : ['npm', []];
}

/**
 * Installs the packages that the program and its console's build need; `tools` adds those of tests, lint and benches.
 * A machine that has the tools keeps them.
 */
export async function ensureInstalled({ tools = false } = {}) {
  if (isInstalled(tools)) return;
  console.log(`Installing packages${tools ? ' and tools for development' : ''} (once, under a minute)…`);
  const [file, prefix] = npmCommand();
  const args = ['ci', tools ? '--include=dev' : '--omit=dev', '--loglevel=error', '--no-fund', '--no-audit'];
  const { code, output } = await run(file, [...prefix, ...args]);
  // npm prints the error first, then its manual.
  if (code !== 0)
    throw new PrepareError(`npm ci failed:\n${output.trim().split('\n').slice(0, 30).join('\n')}`);
  if (!tools) dropWhatOnlyDebuggersRead(join(root, 'node_modules'));
}

/**
 * Source maps of packages, and Node's header files for compilers: a quarter of all that was installed. Nothing that runs or
 * builds here reads them; who installs the tools keeps them.
 */
function dropWhatOnlyDebuggersRead(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name === 'include' && /[\\/]node-[\w-]+$/.test(folder))
      rmSync(path, { recursive: true });
    else if (entry.isDirectory()) dropWhatOnlyDebuggersRead(path);
    else if (/\.(?:[cm]?js|d\.[cm]?ts|css)\.map$/.test(entry.name)) rmSync(path);
  }
}

// --- Stamps -----------------------------------------------------------------------------------------------

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesUnder(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

function isBuilt(path) {
  return !/\.test\.tsx?$|\/fixtures\/|\/src\/testing\/|\.md$|\.stamp$/.test(path);
}

function hashOf(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      if (isBuilt(file))
        hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function hasStamp(path, stamp) {
  try {
    return readFileSync(join(root, path), 'utf8') === stamp;
  } catch {
    return false;
  }
}

function writeStamp(path, stamp) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), stamp);
}

// --- Console ----------------------------------------------------------------------------------------------

export async function ensureConsole() {
  const stamp = () => hashOf([...consoleSources, 'package-lock.json']);
  if (hasStamp(consoleStamp, stamp())) return;
  console.log('Building the console…');
  const deadline = Date.now() + buildWaitMs;
  for (;;) {
    const built = stamp();
    const { code, output } = await buildConsole();
    if (code === 0) return writeStamp(consoleStamp, built);
    const isBusy = /another next build process/i.test(output);
    if (!isBusy || Date.now() > deadline) throw new PrepareError(`next build failed:\n${tail(output)}`);
    await delay(1000);
    if (hasStamp(consoleStamp, stamp())) return;
  }
}

function buildConsole() {
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  return run(programNode(), ['node_modules/next/dist/bin/next', 'build'], { env });
}

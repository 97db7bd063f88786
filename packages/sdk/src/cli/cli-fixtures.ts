import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Result = { code: number | null; stdout: string; stderr: string };
export type Running = {
  /** The output so far. */
  output(): { stdout: string; stderr: string };
  write(text: string): void;
  stop(): void;
  ended: Promise<Result>;
};

const main = join(import.meta.dirname, 'main.ts');

/** The command line of one user, with a configuration folder of its own. */
export function commandLine(env: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'proofmail-cli-'));
  const start = (args: string[], input?: string): Running => {
    const child = spawn(process.execPath, [main, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: home,
        XDG_CONFIG_HOME: home,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    if (input !== undefined) child.stdin.end(input);
    // A program that has ended accepts no more input.
    child.stdin.on('error', () => undefined);
    return {
      output: () => output,
      write: (text) => void child.stdin.write(text),
      stop: () => void child.kill('SIGINT'),
      ended: new Promise((done) => child.once('close', (code) => done({ code, ...output }))),
    };
  };
  return {
    home,
    start,
    run: (args: string[], input = ''): Promise<Result> => start(args, input).ended,
    /** The JSON that a command prints. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read it as a program would
    json: async (args: string[], input = ''): Promise<any> => {
      const { code, stdout, stderr } = await start([...args, '--json'], input).ended;
      if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

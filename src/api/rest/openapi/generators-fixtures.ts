import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openOperations } from '#api/open-registry.ts';
import { openApiDocument } from '../openapi.ts';

// A folder with the document, in which linters and code generators run. Their packages are installed into it, because they
// need another version of TypeScript than this repository.

const execute = promisify(execFile);

export interface Workshop {
  folder: string;
  /** Runs a command in the folder (or in `cwd`). @returns what it printed @throws with the end of its output */
  run: (command: string, args: readonly string[], cwd?: string) => Promise<string>;
  /** Runs a program of an installed npm package. */
  tool: (name: string, ...args: string[]) => Promise<string>;
  remove: () => void;
}

/** Creates the folder, with `openapi.json` in it. */
export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'proofmail-generators-'));
  const config = { publicUrl: 'https://mail.agents.test', mailDomain: 'mail.agents.test' } as never;
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(config, openOperations)));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const run = async (command: string, args: readonly string[], cwd = folder): Promise<string> => {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      GOBIN: join(folder, 'go-bin'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    try {
      const { stdout, stderr } = await execute(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
      return stdout + stderr;
    } catch (error) {
      const {
        stdout = '',
        stderr = '',
        message,
      } = error as { stdout?: string; stderr?: string; message: string };
      throw new Error(`${message}\n${(stdout + stderr).slice(-4_000)}`);
    }
  };
  return {
    folder,
    run,
    tool: (name, ...args) => run(process.execPath, [join(folder, 'node_modules/.bin', name), ...args]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { sleep } from '../backoff.ts';
import { UsageError } from './usage-error.ts';

/** A profile. Its secret is a key, or the tokens of a login. */
export type Profile = {
  url: string;
  key?: string;
  tokens?: {
    access_token: string;
    refresh_token?: string;
    /** When the access token expires, RFC 3339. */
    expires_at: string;
    client_id: string;
    token_endpoint: string;
  };
  /** The mailbox of commands without `--identity`. */
  identity?: string;
};

type File = { current: string; profiles: Record<string, Profile> };

export type Profiles = {
  path: string;
  current: string;
  read(name: string): Profile | null;
  names(): string[];
  write(name: string, profile: Profile): Promise<void>;
  remove(name: string): Promise<void>;
  use(name: string): Promise<void>;
  /** Runs the work on the current content of the file, while no other command of this user changes it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/** `$PROOFMAIL_CONFIG`, or a file in the configuration folder of the user. */
export function configPath(env: NodeJS.ProcessEnv): string {
  if (env.PROOFMAIL_CONFIG) return env.PROOFMAIL_CONFIG;
  const base =
    env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config');
  return join(base, 'proofmail', 'config.json');
}

/** The profiles of this user. The file holds secrets: only its owner can read it. */
export async function openProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const path = configPath(env);
  const file = await load(path);
  const change = async (edit: (file: File) => void): Promise<void> => {
    // Read again, because another command may have written in the meantime.
    Object.assign(file, await load(path));
    edit(file);
    await save(path, file);
  };
  return {
    path,
    get current() {
      return file.current;
    },
    read: (name) => (Object.hasOwn(file.profiles, name) ? file.profiles[name]! : null),
    names: () => Object.keys(file.profiles),
    write: (name, profile) =>
      change((each) => {
        if (Object.keys(each.profiles).length === 0) each.current = name;
        each.profiles[name] = profile;
      }),
    remove: (name) =>
      change((each) => {
        delete each.profiles[name];
        if (each.current === name) each.current = Object.keys(each.profiles)[0] ?? 'default';
      }),
    use: (name) =>
      change((each) => {
        if (!Object.hasOwn(each.profiles, name)) throw new UsageError(`There is no profile called ${name}.`);
        each.current = name;
      }),
    alone: (work) =>
      withLock(`${path}.lock`, async () => {
        Object.assign(file, await load(path));
        return work();
      }),
  };
}

/** A lock that is older than this was left by a command that died. */
const STALE = 60_000;

async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  while (!(await taken(lock))) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE) await rm(lock, { force: true });
    else await sleep(100);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function taken(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function load(path: string): Promise<File> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { current: 'default', profiles: {} };
  try {
    const { current = 'default', profiles = {} } = JSON.parse(text) as Partial<File>;
    return { current, profiles };
  } catch {
    throw new UsageError(`${path} is not valid JSON. Correct or delete it.`);
  }
}

/** Written to a temporary file first, so that a crash leaves either the old file or the new one. */
async function save(path: string, file: File): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  try {
    await writeFile(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

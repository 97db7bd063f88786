import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

export type Account = { uid: number; gid: number };

/** A program call ready for `child_process.spawn`. */
export type Invocation = { file: string; args: string[]; account?: Account };

/** How this process runs PostgreSQL's programs. */
export type Launcher = {
  /** The required owner of the cluster's files; null for our own account. */
  account: Account | null;
  /** The output of `postgres --version`, for example `postgres (PostgreSQL) 18.4`. */
  version: string;
  invocation(file: string, args: string[]): Invocation;
};

/**
 * The environment of the PostgreSQL programs. Nothing is inherited, because PGDATA, PGPORT, LC_ALL and similar
 * variables of the operator would change their behaviour.
 */
export const postgresEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  NODE_ENV: process.env.NODE_ENV,
};

// Succeeds when the account can enter the data directory, and initdb finds the server and its share files.
const probeScript = 'cd "$3" && "$2" --show --pgdata=unused >/dev/null && exec "$1" --version';

async function probe(
  wrap: Launcher['invocation'],
  binaries: PostgresBinaries,
  dataDir: string,
): Promise<string> {
  const { file, args, account } = wrap('/bin/sh', [
    '-c',
    probeScript,
    'sh',
    binaries.postgres,
    binaries.initdb,
    dataDir,
  ]);
  const { stdout } = await run(file, args, { ...account, cwd: '/', env: postgresEnvironment });
  return stdout.trim();
}

async function accountNamed(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])));
    return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) };
  } catch {
    return null;
  }
}

/** The unprivileged account under which root runs PostgreSQL: the owner of the cluster, `postgres` or `nobody`. */
async function unprivilegedAccount(clusterDir: string): Promise<Account> {
  const owner = await stat(clusterDir).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = (await accountNamed('postgres')) ?? (await accountNamed('nobody'));
  if (account && account.uid !== 0) return account;
  throw new StartError(
    'Postgres does not run as root and there is no account "postgres" or "nobody" to run it as. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** `setpriv` changes the account but keeps one capability, so that directories closed to others can be passed. */
function withCapability({ uid, gid }: Account, capability: string): Launcher['invocation'] {
  // PostgreSQL looks for its own programs with access(2), which ignores capabilities for everyone
  // but root unless this bit is set.
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  const capabilities = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  return (file, args) => ({ file: 'setpriv', args: [...identity, ...capabilities, '--', file, ...args] });
}

function rootInvocations(account: Account): Launcher['invocation'][] {
  return [
    (file, args) => ({ file, args, account }),
    // A checkout under /root or in a 0700 directory: reading past it is enough. Containers often have
    // no dac_read_search but do have dac_override, which contains it.
    withCapability(account, 'dac_read_search'),
    withCapability(account, 'dac_override'),
  ];
}

function reason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n').at(-1) ?? '';
}

/**
 * Finds out how to run the PostgreSQL programs, by trying: under our own account for an ordinary user, under an
 * unprivileged account for root (PostgreSQL refuses root), if necessary with the one capability that allows it to
 * pass directories that are closed to others.
 * @param dataDir existing directory that holds the cluster directory
 * @throws StartError if nothing works, with instructions
 */
export async function findLauncher(
  binaries: PostgresBinaries,
  dataDir: string,
  clusterDir: string,
): Promise<Launcher> {
  if (process.getuid?.() !== 0) return ownAccount(binaries, dataDir);
  const account = await unprivilegedAccount(clusterDir);
  let failure: unknown;
  for (const invocation of rootInvocations(account)) {
    try {
      return { account, version: await probe(invocation, binaries, dataDir), invocation };
    } catch (error) {
      failure ??= error;
    }
  }
  throw new StartError(
    `Postgres does not run as root, and account ${account.uid} cannot use ${binaries.postgres} with ${dataDir} ` +
      `(${reason(failure)}). Start as an ordinary user, make these directories passable (chmod o+x), ` +
      'or set DATABASE_URL.',
  );
}

async function ownAccount(binaries: PostgresBinaries, dataDir: string): Promise<Launcher> {
  const invocation: Launcher['invocation'] = (file, args) => ({ file, args });
  try {
    return { account: null, version: await probe(invocation, binaries, dataDir), invocation };
  } catch (error) {
    throw new StartError(`The embedded Postgres does not run on this machine: ${reason(error)}`);
  }
}

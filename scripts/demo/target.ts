import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Config, ConfigError, loadConfig, platformKeyPath } from '#kernel/base/config.ts';

/** Ends the demo with one line: nothing answers, the key is missing, or an answer is not the expected one. */
export class DemoError extends Error {}

/** The running instance that the demo plays against. */
export type Target = {
  /** Base address of the API, without a slash at the end. */
  apiUrl: string;
  consoleUrl: string;
  smtpHost: string;
  smtpPort: number;
  key: string;
  /** Where the key is from, in words. */
  keyPlace: string;
  /** A shell expression that yields the key. */
  keyExpression: string;
};

const WILDCARD_HOSTS = new Set(['0.0.0.0', '::', '[::]']);

/** Reads the same variables as the program does. @throws DemoError */
export function readTarget(env: NodeJS.ProcessEnv): Target {
  const config = readConfig(env);
  if (config.smtpPort === 0)
    throw new DemoError('PM_SMTP_PORT is 0, so the SMTP listener is off; the demo hands mail to it.');
  // A listener on every interface is reached by the name of the deployment.
  const smtpHost = WILDCARD_HOSTS.has(config.smtpHost)
    ? new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '')
    : config.smtpHost;
  const { publicUrl: apiUrl, consoleUrl, smtpPort } = config;
  return { apiUrl, consoleUrl, smtpHost, smtpPort, ...readKey(config) };
}

function readConfig(env: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(env);
  } catch (error) {
    throw error instanceof ConfigError ? new DemoError(error.lines.join(' ')) : error;
  }
}

function readKey(config: Config): Pick<Target, 'key' | 'keyPlace' | 'keyExpression'> {
  if (config.bootstrapKey) {
    return {
      key: config.bootstrapKey,
      keyPlace: 'PM_BOOTSTRAP_KEY',
      keyExpression: '$PM_BOOTSTRAP_KEY',
    };
  }
  const path = platformKeyPath(config);
  try {
    const key = readFileSync(path, 'utf8').trim();
    return { key, keyPlace: path, keyExpression: `$(cat ${shellQuote(shortPath(path))})` };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'cannot be read';
    throw new DemoError(
      `The platform key ${path} ${reason}. Start Proofmail with "npm start" first, or set PM_DATA_DIR or PM_BOOTSTRAP_KEY.`,
    );
  }
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

/** One word for a POSIX shell. */
export const shellQuote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

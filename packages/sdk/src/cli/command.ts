import type { ParseArgsOptionsConfig } from 'node:util';
import type { Proofmail } from '../client.ts';
import type { Mailbox } from '../mailbox.ts';
import type { Output } from './output.ts';
import type { Profiles } from './profiles.ts';
import { UsageError } from './usage-error.ts';

export { UsageError } from './usage-error.ts';

export type Values = Record<string, string | boolean | string[] | undefined>;

/** The context of a command. */
export type Context = {
  values: Values;
  positionals: string[];
  output: Output;
  profiles: Profiles;
  /** The client of the chosen profile. */
  client(): Promise<Proofmail>;
  mailbox(): Promise<Mailbox>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  stdin: NodeJS.ReadStream;
  env: NodeJS.ProcessEnv;
};

export type Command = {
  name: string;
  /** The text after the name in the help: `<token>`. */
  arguments: string;
  summary: string;
  options: ParseArgsOptionsConfig;
  /** One line of help for each option. */
  help: Record<string, string>;
  /** The minimum and maximum number of positional arguments. */
  takes: readonly [least: number, most: number];
  /** Runs the command. A successful command may return an exit code. */
  run(context: Context): Promise<unknown>;
};

/** Documented in the README: scripts depend on them. */
export const exit = {
  ok: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  notFound: 4,
  nothing: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

export const defineCommand = (command: Command): Command => command;

export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** @throws UsageError */
export function numberOf(values: Values, name: string, fallback: number): number {
  const value = textOf(values, name);
  if (value === undefined) return fallback;
  if (!/^\d{1,6}$/.test(value)) throw new UsageError(`--${name} must be a whole number.`);
  return Number(value);
}

export const listOf = (values: Values, name: string): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value.flatMap((each) => each.split(',').map((one) => one.trim())) : [];
};

/** The whole standard input as text; at most 10 MB. */
export async function readInput(stdin: NodeJS.ReadStream): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    text += chunk;
    if (text.length > 10_000_000) throw new UsageError('The standard input is larger than 10 MB.');
  }
  return text;
}

#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { AuthenticationError, NotFoundError, PermissionError, ProofmailError } from '../errors.ts';
import { NothingCameError } from '../mailbox.ts';
import { AssertionError } from '../proof.ts';
import {
  type Command,
  type Context,
  type ExitCode,
  exit,
  textOf,
  UsageError,
  type Values,
} from './command.ts';
import { accountCommands } from './commands/account.ts';
import { callCommands } from './commands/call.ts';
import { completionCommand } from './commands/completion.ts';
import { doctorCommands } from './commands/doctor.ts';
import { explainCommands } from './commands/explain.ts';
import { liveCommands } from './commands/live.ts';
import { mailCommands } from './commands/mail.ts';
import { mcpCommands } from './commands/mcp.ts';
import { proofCommands } from './commands/proof.ts';
import { helpOf, overview } from './help.ts';
import { LoginError } from './oauth.ts';
import { createOutput, type Output } from './output.ts';
import { openProfiles } from './profiles.ts';
import { connect, profileName } from './session.ts';
import { version } from './version.ts';

/** Options of every command. */
const commonOptions = {
  profile: { type: 'string' },
  url: { type: 'string' },
  identity: { type: 'string', short: 'i' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const commands: Command[] = [
  ...accountCommands,
  ...mailCommands,
  ...liveCommands,
  ...mcpCommands,
  ...proofCommands,
  ...explainCommands,
  ...doctorCommands,
  ...callCommands,
  completionCommand(() => commands, Object.keys(commonOptions)),
];

/** The command whose words the arguments begin with, and the arguments after them. */
function find(args: string[]): { command: Command; rest: string[] } | null {
  for (const words of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, words).join(' '));
    if (command) return { command, rest: args.slice(words) };
  }
  return null;
}

function parse(command: Command, args: string[]): { values: Values; positionals: string[] } {
  try {
    const options = { ...command.options, ...commonOptions };
    return parseArgs({ args, options, allowPositionals: true, strict: true }) as never;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function run(args: string[], stop: AbortSignal): Promise<ExitCode> {
  const [first] = args;
  if (first === '--version' || first === '-v') return print(`${version}\n`);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const named = first === 'help' ? find(args.slice(1)) : null;
    return print(named ? helpOf(named.command) : overview(commands));
  }
  const found = find(args);
  if (!found) throw new UsageError(`There is no command called ${first}. \`proofmail help\` lists them.`);
  const { values, positionals } = parse(found.command, found.rest);
  if (values.help) return print(helpOf(found.command));
  const [least, most] = found.command.takes;
  if (positionals.length < least || positionals.length > most)
    throw new UsageError(`Usage: proofmail ${found.command.name} ${found.command.arguments}`);
  const code = await found.command.run(await contextOf(values, positionals, stop));
  return typeof code === 'number' ? (code as ExitCode) : exit.ok;
}

function print(text: string): ExitCode {
  process.stdout.write(text);
  return exit.ok;
}

async function contextOf(values: Values, positionals: string[], signal: AbortSignal): Promise<Context> {
  const { env, stdin } = process;
  const profiles = await openProfiles(env);
  const output = outputOf(values.json === true);
  const client = async () => connect(values, env, profiles);
  return {
    values,
    positionals,
    output,
    profiles,
    signal,
    stdin,
    env,
    client,
    mailbox: async () => {
      const profile = env.PROOFMAIL_KEY ? null : profiles.read(profileName(values, env, profiles));
      const named = textOf(values, 'identity') ?? env.PROOFMAIL_IDENTITY ?? profile?.identity;
      return (await client()).mailbox(named, { signal });
    },
  };
}

const outputOf = (isJson: boolean): Output => createOutput(process, { isJson, env: process.env });

/** Prints the error, for people or with --json as an object, and returns the exit code. */
function report(error: unknown, isJson: boolean): ExitCode {
  const code = codeOf(error);
  const { message, fix, code: name, requestId, logUrl } = error as Partial<ProofmailError>;
  const known = code !== exit.failed || error instanceof ProofmailError || isPlain(error);
  const text = known ? String(message) : String((error as Error)?.stack ?? error);
  const facts = {
    error: {
      code: name ?? null,
      message: text,
      fix: fix ?? null,
      request_id: requestId ?? null,
      log_url: logUrl ?? null,
    },
  };
  const lines = [
    `proofmail: ${text}`,
    ...(fix ? [fix] : []),
    ...(requestId ? [`Request: ${logUrl ?? requestId}`] : []),
  ];
  process.stderr.write(isJson ? `${JSON.stringify(facts)}\n` : `${lines.join('\n')}\n`);
  return code;
}

/** Failures that explain themselves. */
const isPlain = (error: unknown): boolean =>
  error instanceof LoginError ||
  error instanceof AssertionError ||
  error instanceof RangeError ||
  isFileError(error);
const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'path' in error;

function codeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return exit.usage;
  if (error instanceof AuthenticationError || error instanceof PermissionError) return exit.denied;
  if (error instanceof NotFoundError) return exit.notFound;
  if (error instanceof NothingCameError) return exit.nothing;
  return exit.failed;
}

async function main(args: string[]): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('Interrupted.')));
  process.once('SIGTERM', () => stop.abort(new Error('Interrupted.')));
  // With `proofmail list | head`, the reader closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    process.exitCode = await run(args, stop.signal);
  } catch (error) {
    process.exitCode = stop.signal.aborted ? exit.interrupted : report(error, args.includes('--json'));
  }
}

await main(process.argv.slice(2));

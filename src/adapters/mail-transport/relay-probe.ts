import type { RelayProbe, RelaySettings, RelayStage } from '#kernel/ports/mail-transport.ts';
import { singleLine } from './api-outcome.ts';
import { SmtpDialogue } from './smtp-dialogue.ts';

export type ProbeOptions = {
  settings: RelaySettings;
  from: string;
  clientName: string;
  resolve(host: string): Promise<{ address: string }[]>;
  insecure: boolean;
  timeouts?: Partial<Timeouts>;
};
type Timeouts = { connect: number; command: number };

/** Time limits in milliseconds (spec 8.3). */
const TIMEOUTS: Timeouts = { connect: 10_000, command: 30_000 };
/** The characters allowed in a path on the wire. */
const PATH = /^[!-;=?-~]+$/;

/** A refusal by the relay or by our own rules, in words that a customer understands. */
class Failed extends Error {}

/**
 * Talks to a relay step by step until it has accepted the sender, so that the customer learns which step fails. It shares no
 * code with deliveries on purpose: they report how far a message got, whereas this reports which setting is wrong.
 */
export async function probeRelay(options: ProbeOptions): Promise<RelayProbe> {
  const startedAt = performance.now();
  const at: { stage: RelayStage; dialogue: SmtpDialogue | null } = { stage: 'dns', dialogue: null };
  const end = (status: RelayProbe['status'], detail: string | null): RelayProbe => ({
    status,
    stage: at.stage,
    detail: detail === null ? null : singleLine(detail),
    ms: Math.round(performance.now() - startedAt),
  });
  try {
    await run(options, at);
    at.stage = 'done';
    return end('ok', null);
  } catch (error) {
    return end('failed', error instanceof Error ? error.message : String(error));
  } finally {
    at.dialogue?.close();
  }
}

async function run(
  { settings, from, clientName, resolve, insecure, timeouts }: ProbeOptions,
  at: { stage: RelayStage; dialogue: SmtpDialogue | null },
): Promise<void> {
  const { connect, command } = { ...TIMEOUTS, ...timeouts };
  const { host, port, username } = settings;
  if (!insecure && port !== 465 && port !== 587) throw new Failed('A relay must use port 465 or 587.');
  const [found] = await resolve(host);
  if (!found) throw new Failed('The host name has no address in DNS.');
  at.stage = 'connect';
  const dialogue = await SmtpDialogue.connect({ address: found.address, port, connect, command });
  at.dialogue = dialogue;
  const tls = { host, verify: !insecure };
  if (port === 465) {
    at.stage = 'tls';
    await dialogue.secure(tls);
    at.stage = 'connect';
  }
  expected(await dialogue.reply(), '220');
  let offers = await greet(dialogue, clientName);
  if (port !== 465) {
    at.stage = 'tls';
    if (offers.some((line) => /^STARTTLS\b/i.test(line))) {
      expected(await dialogue.ask('STARTTLS'), '220');
      await dialogue.secure(tls);
      offers = await greet(dialogue, clientName);
    } else if (!insecure) throw new Failed('The relay does not offer STARTTLS.');
  }
  if (username !== null) {
    at.stage = 'auth';
    await logIn(dialogue, offers, username, settings.password ?? '');
  }
  at.stage = 'mail_from';
  if (!PATH.test(from)) throw new Failed('The sender address cannot be used in an SMTP command.');
  expected(await dialogue.ask(`MAIL FROM:<${from}>`), '250');
  await dialogue.ask('RSET');
  dialogue.say('QUIT');
}

/** Greets the relay. @returns the lines of its reply that list its extensions */
async function greet(dialogue: SmtpDialogue, name: string): Promise<string[]> {
  const reply = expected(await dialogue.ask(`EHLO ${name}`), '250');
  return reply
    .split('\n')
    .slice(1)
    .map((line) => line.slice(4));
}

async function logIn(
  dialogue: SmtpDialogue,
  offers: readonly string[],
  username: string,
  password: string,
): Promise<void> {
  const methods = offers.find((line) => /^AUTH[ =]/i.test(line))?.toUpperCase() ?? '';
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  if (/\bPLAIN\b/.test(methods)) {
    expected(await dialogue.ask(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`), '235');
    return;
  }
  if (!/\bLOGIN\b/.test(methods)) throw new Failed('The relay offers neither AUTH PLAIN nor AUTH LOGIN.');
  expected(await dialogue.ask('AUTH LOGIN'), '334');
  expected(await dialogue.ask(base64(username)), '334');
  expected(await dialogue.ask(base64(password)), '235');
}

/** Checks the code of a reply. @throws Failed with the reply if the code is another one */
function expected(reply: string, code: string): string {
  if (reply.startsWith(code)) return reply;
  throw new Failed(reply.replaceAll('\n', ' ') || 'The relay sent an empty reply.');
}

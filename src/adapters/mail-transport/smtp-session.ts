import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Envelope } from '#kernel/ports/mail-transport.ts';
import { MessageSource } from './message-source.ts';
import type { SmtpAttempt } from './smtp-outcome.ts';
import type { SmtpEndpoint } from './smtp-url.ts';

/** Time limits in milliseconds (spec 8.3): to connect, for each reply, and for the reply to the final dot. */
export type SmtpTimeouts = { connect: number; command: number; finalDot: number };

export type SmtpSessionOptions = {
  endpoint: SmtpEndpoint;
  timeouts: SmtpTimeouts;
  /** Our name in EHLO; the machine's name when absent. */
  clientName?: string;
  /** Replaces the system's name lookup. */
  lookup?: net.LookupFunction;
  /** Resolves a name or address to addresses that may be connected to. @throws Error if none may */
  resolve?: (host: string) => Promise<{ address: string }[]>;
};

type Interruption = { end: 'timeout' | 'connection_lost'; detail: string };
type StepEnd = { end: 'answered'; error: (Error & { code?: string }) | null } | Interruption;
type Done = (error?: Error | null) => void;

/** Keeps nodemailer's own timers from firing before ours, which know the stage. */
const NEVER_FIRST = 24 * 60 * 60 * 1000;
const QUIT_PATIENCE = 1000;

const connectSocket = async (options: SmtpSessionOptions): Promise<net.Socket> => {
  const { endpoint, timeouts, lookup } = options;
  const [checked] = (await options.resolve?.(endpoint.host)) ?? [];
  const host = checked?.address ?? endpoint.host;
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port: endpoint.port, ...(lookup ? { lookup } : {}) });
    const onTimeout = () => socket.destroy(new Error(`no connection within ${timeouts.connect} ms`));
    const timer = setTimeout(onTimeout, timeouts.connect);
    const onError = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });
};

/**
 * One connection to an SMTP server, which carries messages one after another. It wraps nodemailer's SMTPConnection to learn
 * two things that this class does not report: the reply to each command of a transaction (taken from its transaction log),
 * and how much of the content was sent when something failed.
 */
export class SmtpSession {
  /** The number of messages sent over this connection. */
  deliveries = 0;
  readonly #connection: SMTPConnection;
  readonly #timeouts: SmtpTimeouts;
  readonly #closed: Promise<void>;
  #isClosed = false;
  #replies: string[] = [];
  #source: MessageSource | null = null;
  #timer: NodeJS.Timeout | null = null;
  #interrupt: ((interruption: Interruption) => void) | null = null;

  private constructor(socket: net.Socket, options: SmtpSessionOptions) {
    const { endpoint, timeouts, clientName } = options;
    this.#timeouts = timeouts;
    this.#connection = new SMTPConnection({
      connection: socket,
      host: endpoint.host,
      port: endpoint.port,
      secure: endpoint.secure,
      requireTLS: endpoint.requireTls && !endpoint.secure,
      ignoreTLS: endpoint.ignoreTls,
      tls: { rejectUnauthorized: endpoint.verifyCertificate },
      ...(clientName ? { name: clientName } : {}),
      connectionTimeout: NEVER_FIRST,
      greetingTimeout: NEVER_FIRST,
      socketTimeout: NEVER_FIRST,
      socketCloseTimeout: 0,
      transactionLog: true,
      logger: {
        debug: (entry: { tnx?: string }, reply: string) => {
          if (entry.tnx === 'server') this.#onReply(reply);
        },
        // All levels are defined, because nodemailer maps a missing level to another one.
        info: () => {},
        warn: () => {},
        error: () => {},
      },
    });
    this.#connection.on('error', (error) => this.#lost(error.message));
    this.#closed = new Promise((resolve) => {
      this.#connection.once('end', () => {
        this.#isClosed = true;
        resolve();
        this.#lost('Connection closed');
      });
    });
  }

  /**
   * Connects, greets, secures and authenticates.
   *
   * @throws Error that says what failed, beginning with the server's reply if there was one. No part of a message was sent.
   */
  static async open(options: SmtpSessionOptions): Promise<SmtpSession> {
    const socket = await connectSocket(options);
    const session = new SmtpSession(socket, options);
    try {
      await session.#handshake(options.endpoint);
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
  }

  /** Whether another message can go over this connection. */
  get usable(): boolean {
    return !this.#isClosed;
  }

  /** Submits one message. Never rejects; afterwards the session is `usable` again or closed. */
  async deliver(
    envelope: Envelope,
    raw: Uint8Array,
    beforeContent?: () => Promise<void>,
  ): Promise<SmtpAttempt> {
    this.deliveries += 1;
    this.#replies = [];
    const source = new MessageSource(raw, () => this.#arm(), beforeContent);
    this.#source = source;
    const step = await this.#step((done) =>
      this.#connection.send({ from: envelope.from, to: [...envelope.to], size: raw.length }, source, done),
    );
    this.#source = null;
    const content = source.progress;
    // Content that has not been written yet must not be sent any more.
    source.destroy();
    const replies = this.#replies;
    const attempt: SmtpAttempt = {
      mail: replies[0] ?? null,
      recipients: envelope.to.map((_, index) => replies[1 + index] ?? null),
      data: replies[1 + envelope.to.length] ?? null,
      final: replies[2 + envelope.to.length] ?? null,
      content,
      end: step.end,
      detail: null,
    };
    if (step.end !== 'answered') {
      this.destroy();
      return { ...attempt, detail: step.detail };
    }
    if (step.error === null) {
      // After a reply in the middle of the content, both sides disagree about the state of the connection.
      if (content !== 'whole') this.destroy();
      // An unsolicited reply right after this one ends the connection in the next turn of the event loop. Wait for that
      // here, so that no other message begins on it.
      await setImmediate();
      return attempt;
    }
    const end =
      replies.length > 0 ? 'answered' : step.error.code === 'EMESSAGE' ? 'too_large' : 'connection_lost';
    // After its 354, a server reads every line as content, even RSET. Only closing the connection ends such a message.
    const expectsContent = attempt.data?.startsWith('3') === true && attempt.final === null;
    if (expectsContent || content === 'part') this.destroy();
    else await this.#recover();
    return { ...attempt, end, detail: step.error.message };
  }

  /** Sends QUIT and closes the connection, even if QUIT fails. */
  async quit(): Promise<void> {
    if (this.#isClosed) return;
    this.#connection.quit();
    const timer = setTimeout(() => this.destroy(), QUIT_PATIENCE);
    await this.#closed;
    clearTimeout(timer);
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#isClosed = true;
    this.#disarm();
    this.#connection.close();
  }

  async #handshake({ auth }: SmtpEndpoint): Promise<void> {
    await this.#mustSucceed((done) => this.#connection.connect(done));
    if (auth && this.#connection.allowsAuth) {
      await this.#mustSucceed((done) => this.#connection.login({ user: auth.user, pass: auth.pass }, done));
    }
  }

  async #mustSucceed(run: (done: Done) => void): Promise<void> {
    const step = await this.#step(run);
    const failure = step.end === 'answered' ? step.error?.message : step.detail;
    if (failure === undefined) return;
    // If the server refused, its own text is the most useful error.
    const reply = this.#replies.at(-1);
    throw new Error(reply && /^[45]\d\d/.test(reply) ? reply : failure);
  }

  /** Sends RSET after a refusal, so that the next message finds a clean session. */
  async #recover(): Promise<void> {
    if (this.#isClosed) return;
    const step = await this.#step((done) => this.#connection.reset(done));
    if (step.end !== 'answered' || step.error) this.destroy();
  }

  /** Runs one nodemailer command until it calls back, the time is up or the connection is closed. */
  #step(run: (done: Done) => void): Promise<StepEnd> {
    return new Promise((resolve) => {
      let settled = false;
      const settle = (end: StepEnd) => {
        if (settled) return;
        settled = true;
        this.#interrupt = null;
        this.#disarm();
        resolve(end);
      };
      this.#interrupt = settle;
      this.#arm();
      try {
        run((error) => settle({ end: 'answered', error: error ?? null }));
      } catch (error) {
        settle({ end: 'connection_lost', detail: error instanceof Error ? error.message : String(error) });
      }
    });
  }

  #onReply(reply: string): void {
    this.#replies.push(reply);
    this.#arm();
  }

  #lost(detail: string): void {
    // nodemailer reports the reply that ended a connection right after the end itself, so wait for that report.
    void setImmediate().then(() => this.#interrupt?.({ end: 'connection_lost', detail }));
  }

  /** Restarts the timer. Every reply and every accepted piece of content does this. */
  #arm(): void {
    if (!this.#interrupt) return;
    this.#disarm();
    const limit = this.#source?.progress === 'whole' ? this.#timeouts.finalDot : this.#timeouts.command;
    this.#timer = setTimeout(
      () => this.#interrupt?.({ end: 'timeout', detail: `no answer within ${limit} ms` }),
      limit,
    );
  }

  #disarm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

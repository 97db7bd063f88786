import type { Envelope, MailTransport, RecipientResult, SubmitResult } from '#kernel/ports/mail-transport.ts';
import { attemptOutcome, type SmtpAttempt, uniformOutcome } from './smtp-outcome.ts';
import { SmtpSession, type SmtpSessionOptions, type SmtpTimeouts } from './smtp-session.ts';
import { parseSmtpUrl, type SmtpEndpoint } from './smtp-url.ts';

export type SmtpTransportOptions = {
  name?: MailTransport['name'];
  /** `smtp://` or `smtps://[user:pass@]host[:port]`, or the parsed form. */
  server: string | SmtpEndpoint;
  /** Milliseconds; defaults of spec 8.3: 10 s, 30 s, 60 s. */
  timeouts?: Partial<SmtpTimeouts>;
  /** The maximum number of connections; further submissions wait. Default 20, like Postfix for one destination. */
  maxConnections?: number;
  /** The number of messages after which a connection is replaced. Default 100. */
  maxMessagesPerConnection?: number;
  /** Milliseconds after which an idle connection is ended. Default 20 s. */
  idleTimeout?: number;
} & Pick<SmtpSessionOptions, 'clientName' | 'lookup' | 'resolve'>;

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connect: 10_000, command: 30_000, finalDot: 60_000 };

/** The characters allowed in a path on the wire: printable ASCII without angle brackets. Empty only as a sender. */
const PATH = /^[ !-;=?-~]+$/;

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The connections of one transport: a maximum number at a time, and idle ones are kept for the next message. */
class SessionPool {
  readonly #options: SmtpSessionOptions;
  readonly #limits: { connections: number; messages: number; idle: number };
  readonly #idle: { session: SmtpSession; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #leased = 0;
  #closed = false;

  constructor(options: SmtpSessionOptions, limits: { connections: number; messages: number; idle: number }) {
    this.#options = options;
    this.#limits = limits;
  }

  /** Runs `use` as soon as the limit on connections allows it. */
  async lease<T>(use: () => Promise<T>): Promise<T> {
    if (this.#leased >= this.#limits.connections)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#leased += 1;
    try {
      return await use();
    } finally {
      // The slot goes directly to the next in line.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#leased -= 1;
    }
  }

  /** The connection used last, which is the one least likely to have been dropped. */
  takeIdle(): SmtpSession | null {
    for (let entry = this.#idle.pop(); entry; entry = this.#idle.pop()) {
      clearTimeout(entry.timer);
      if (entry.session.usable) return entry.session;
    }
    return null;
  }

  open(): Promise<SmtpSession> {
    return this.#closed
      ? Promise.reject(new Error('The transport is closed.'))
      : SmtpSession.open(this.#options);
  }

  giveBack(session: SmtpSession): void {
    if (!session.usable) return;
    if (this.#closed || session.deliveries >= this.#limits.messages) {
      void session.quit();
      return;
    }
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((entry) => entry.session === session);
      if (index >= 0) this.#idle.splice(index, 1);
      void session.quit();
    }, this.#limits.idle);
    timer.unref();
    this.#idle.push({ session, timer });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all(idle.map(({ session }) => session.quit()));
  }
}

/** Whether a reused connection was dead before anything was submitted, so that the message can be tried on a new one. */
const wasStale = ({ content, mail, end }: SmtpAttempt): boolean =>
  content === 'nothing' && (mail === null ? end === 'connection_lost' : mail.startsWith('421'));

const submitThrough = async (
  pool: SessionPool,
  envelope: Envelope,
  raw: Uint8Array,
  beforeContent: (() => Promise<void>) | undefined,
): Promise<SubmitResult> => {
  const kept = pool.takeIdle();
  if (kept) {
    const attempt = await kept.deliver(envelope, raw, beforeContent);
    pool.giveBack(kept);
    if (!wasStale(attempt)) return attemptOutcome(envelope, attempt);
  }
  let session: SmtpSession;
  try {
    session = await pool.open();
  } catch (error) {
    const text = errorText(error);
    return {
      ...uniformOutcome(envelope.to, 'refused_temporarily', 'transport_unavailable', text),
      unusable: text,
    };
  }
  const attempt = await session.deliver(envelope, raw, beforeContent);
  pool.giveBack(session);
  return attemptOutcome(envelope, attempt);
};

const refuseAddress = (address: string): RecipientResult => ({
  address,
  outcome: 'refused_permanently',
  smtp_code: null,
  enhanced_code: null,
  response: 'The address cannot be used in an SMTP command.',
});

/** Puts the results back in the order of the envelope. */
const inOrder = (addresses: readonly string[], result: SubmitResult): SubmitResult => {
  const sendable = result.recipients.values();
  const recipients = addresses.map((address) =>
    PATH.test(address) ? (sendable.next().value ?? refuseAddress(address)) : refuseAddress(address),
  );
  const refused = recipients.length > result.recipients.length;
  return { ...result, recipients, ...(refused && !result.reason ? { reason: 'provider_validation' } : {}) };
};

/**
 * The driver for an SMTP server that forwards our mail: the smarthost of `PM_SMTP_URL` and the relays of domains.
 * Connections are reused. This folder's README lists the outcome of each way in which an attempt can end. A message that
 * may have been accepted is never reported as refused.
 *
 * @throws Error if the URL is invalid; `submit` itself never rejects
 */
export const createSmtpTransport = (options: SmtpTransportOptions): MailTransport => {
  const endpoint = typeof options.server === 'string' ? parseSmtpUrl(options.server) : options.server;
  const pool = new SessionPool(
    { ...options, endpoint, timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts } },
    {
      connections: options.maxConnections ?? 20,
      messages: options.maxMessagesPerConnection ?? 100,
      idle: options.idleTimeout ?? 20_000,
    },
  );
  return {
    name: options.name ?? 'basic',
    driver: 'smtp',
    async submit(envelope, raw, { beforeHandOver }) {
      const to = envelope.to.filter((address) => PATH.test(address));
      if (envelope.from !== '' && !PATH.test(envelope.from)) {
        return uniformOutcome(
          envelope.to,
          'refused_permanently',
          'provider_validation',
          'The sender address cannot be used in an SMTP command.',
        );
      }
      if (to.length === 0) return inOrder(envelope.to, { recipients: [], providerMessageId: null });
      try {
        return inOrder(
          envelope.to,
          await pool.lease(() => submitThrough(pool, { from: envelope.from, to }, raw, beforeHandOver)),
        );
      } catch (error) {
        // An unexpected error, which may have occurred after the message was submitted.
        return uniformOutcome(envelope.to, 'unknown', 'transport_connection_lost', errorText(error));
      }
    },
    probe: () =>
      pool.lease(async () => {
        try {
          pool.giveBack(await pool.open());
          return null;
        } catch (error) {
          return errorText(error);
        }
      }),
    close: () => pool.close(),
  };
};

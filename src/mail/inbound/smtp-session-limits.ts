import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import { unstuffInLinearTime } from './dot-stuffing.ts';

type Connection = SMTPServer['connections'] extends Set<infer Each> ? Each : never;

export type SmtpLimits = {
  /** The maximum number of concurrent sessions, in all and from one address; further ones get 421. */
  sessions: number;
  sessionsPerAddress: number;
  recipients: number;
  /**
   * The number of refusals in a session, without an accepted message in between, after which the session ends with 421.
   */
  refusals: number;
  /**
   * The maximum silence and the maximum length of a session, in milliseconds. A slow sender cannot occupy a session for
   * longer.
   */
  idle: number;
  session: number;
  /** Receipts that may wait for processing. */
  waitingReceipts: number;
};

type Tracked = { address: string; timer: NodeJS.Timeout };

/** Limits what one client uses: sessions of its address, refusals, and time. */
export class SessionLimits {
  readonly #limits: SmtpLimits;
  readonly #tracked = new Map<string, Tracked>();
  readonly #byAddress = new Map<string, number>();

  constructor(limits: SmtpLimits) {
    this.#limits = limits;
  }

  /** Whether the session may continue. It is counted from now on until `close`. */
  open(session: SMTPServerSession, connection: Connection): boolean {
    const { remoteAddress: address, id } = session;
    const open = this.#byAddress.get(address) ?? 0;
    if (open >= this.#limits.sessionsPerAddress) return false;
    this.#byAddress.set(address, open + 1);
    const end = () => connection.send(421, 'Session lasts too long, come back for the rest');
    this.#tracked.set(id, { address, timer: setTimeout(end, this.#limits.session).unref() });
    endAfterRefusals(connection, this.#limits.refusals);
    unstuffInLinearTime(connection);
    return true;
  }

  /** Also called for sessions that were never let in. */
  close({ id }: SMTPServerSession): void {
    const tracked = this.#tracked.get(id);
    if (!tracked) return;
    clearTimeout(tracked.timer);
    this.#tracked.delete(id);
    const open = this.#byAddress.get(tracked.address)! - 1;
    if (open > 0) this.#byAddress.set(tracked.address, open);
    else this.#byAddress.delete(tracked.address);
  }
}

/** Every reply goes through `send`, even when the library itself refuses a command. */
function endAfterRefusals(connection: Connection, most: number): void {
  const send = connection.send.bind(connection);
  let refusals = 0;
  connection.send = (code, data, context) => {
    if (code === 250 && context === 'DATA_OK') refusals = 0;
    if (code >= 400 && code !== 421) refusals += 1;
    if (refusals > most) send(421, 'Too many errors', context);
    else send(code, data, context);
  };
}

import type { SMTPServer, SMTPServerSession } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer Each> ? Each : never;

export type SmtpLimits = {
  /** Sessions at the same time, and those of one address among them; more are answered 421. */
  sessions: number;
  sessionsPerAddress: number;
  recipients: number;
  /** Refusals in one session without a message taken in between; then it ends with 421. */
  refusals: number;
  /** Silence, and a whole session, in milliseconds. A sender that trickles holds its place no longer than that. */
  idle: number;
  session: number;
  /** Receipts that may wait for processing. */
  waitingReceipts: number;
};

type Tracked = { address: string; timer: NodeJS.Timeout };

/** What one client may take up: sessions of its address, refusals, time. */
export class SessionLimits {
  readonly #limits: SmtpLimits;
  readonly #tracked = new Map<string, Tracked>();
  readonly #byAddress = new Map<string, number>();

  constructor(limits: SmtpLimits) {
    this.#limits = limits;
  }

  /** Whether the session may go on; it counts from now on until `close`. */
  open(session: SMTPServerSession, connection: Connection): boolean {
    const { remoteAddress: address, id } = session;
    const open = this.#byAddress.get(address) ?? 0;
    if (open >= this.#limits.sessionsPerAddress) return false;
    this.#byAddress.set(address, open + 1);
    const end = () => connection.send(421, 'Session lasts too long, come back for the rest');
    this.#tracked.set(id, { address, timer: setTimeout(end, this.#limits.session).unref() });
    endAfterRefusals(connection, this.#limits.refusals);
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

/** Every reply goes through `send`, those to commands that the library refuses by itself too. */
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

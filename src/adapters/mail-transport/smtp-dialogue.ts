import net from 'node:net';
import tls from 'node:tls';

export type DialogueOptions = {
  /** An IP address that has already been checked. */
  address: string;
  port: number;
  /** The time limits to connect and for each reply, in milliseconds. */
  connect: number;
  command: number;
};

/** Far more than any honest reply. */
const MAX_REPLY = 16 * 1024;

type Waiting = { resolve(reply: string): void; reject(error: Error): void };

/** Sends commands and reads replies on one SMTP connection, as text that it does not interpret (RFC 5321 4.2). */
export class SmtpDialogue {
  #socket: net.Socket;
  readonly #patience: number;
  #buffer = '';
  #waiting: Waiting | null = null;
  #failure: Error | null = null;

  private constructor(socket: net.Socket, patience: number) {
    this.#socket = socket;
    this.#patience = patience;
    this.#listen();
  }

  /** @throws Error when there is no connection in time */
  static connect({ address, port, connect, command }: DialogueOptions): Promise<SmtpDialogue> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: address, port });
      const timer = setTimeout(
        () =>
          socket.destroy(new Error(`The connection could not be opened within ${connect / 1000} seconds.`)),
        connect,
      );
      const refuse = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
      };
      socket.once('error', refuse);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.off('error', refuse);
        resolve(new SmtpDialogue(socket, command));
      });
    });
  }

  /** Starts TLS. @throws Error if the certificate does not match the host */
  async secure({ host, verify }: { host: string; verify: boolean }): Promise<void> {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    // Text that the server sent before TLS started must be discarded (RFC 3207 5).
    this.#buffer = '';
    const secured = tls.connect({
      socket: plain,
      host,
      rejectUnauthorized: verify,
      ...(net.isIP(host) === 0 && { servername: host }),
    });
    this.#socket = secured;
    await this.#inTime(
      new Promise<void>((resolve, reject) => {
        secured.once('secureConnect', resolve);
        secured.once('error', reject);
        secured.once('close', () => reject(new Error('The connection was closed.')));
      }),
    );
    this.#listen();
  }

  /** Sends a command and waits for its reply, whose lines are joined by `\n`. */
  ask(command: string): Promise<string> {
    this.say(command);
    return this.reply();
  }

  say(command: string): void {
    if (/[\r\n]/.test(command)) throw new Error('A command is one line.');
    if (!this.#socket.destroyed) this.#socket.write(`${command}\r\n`);
  }

  /** Reads the next reply. @throws Error if the connection ends or the time is up */
  reply(): Promise<string> {
    return this.#inTime(
      new Promise<string>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#read();
      }),
    );
  }

  close(): void {
    this.#socket.end();
    this.#socket.destroySoon();
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#buffer += chunk.toString('utf8');
      if (this.#buffer.length > MAX_REPLY) this.#fail(new Error('The reply is too long.'));
      else this.#read();
    });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('The connection was closed.')));
  }

  #read(): void {
    if (!this.#waiting) return;
    const found = /^(?:\d{3}-[^\n]*\r?\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(this.#buffer);
    if (found) {
      this.#buffer = this.#buffer.slice(found[0].length);
      this.#settle((waiting) => waiting.resolve(found[0].trimEnd().replaceAll('\r', '')));
    } else if (this.#failure) {
      const failure = this.#failure;
      this.#settle((waiting) => waiting.reject(failure));
    } else if (/^(?!\d{3}[ -])[^\n]*\n/.test(this.#buffer)) {
      this.#fail(new Error('The reply is not SMTP.'));
    }
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) how(waiting);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#read();
    if (!this.#socket.destroyed) this.#socket.destroy();
  }

  async #inTime<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The server did not reply within ${this.#patience / 1000} seconds.`)),
        this.#patience,
      );
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

import net from 'node:net';
import tls from 'node:tls';
import { testCertificate } from './tls-certificate.ts';

/** The stages at which a test can control the server. `content` is the final dot. */
export type SmtpStage =
  | 'connection'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'content'
  | 'RSET'
  | 'NOOP'
  | 'QUIT';

/**
 * The reaction: a reply (lines joined by CRLF, without the last CRLF), and what follows it. `drop` closes (FIN),
 * `reset` aborts (RST), `pause` stops reading; `stall` sends no reply at all.
 */
export type SmtpAction =
  | string
  | { reply?: string; ending?: 'drop' | 'reset' | 'pause' | 'stall'; afterMs?: number };

/** The current stage. Numbers count from 1; `nth` counts this stage within its connection. */
export type SmtpEvent = { stage: SmtpStage; line: string; connection: number; nth: number };

/** For each stage one action for all times, a list by `nth` (the last one repeats), or a function. */
export type SmtpScript = Partial<
  Record<SmtpStage, SmtpAction | SmtpAction[] | ((event: SmtpEvent) => SmtpAction)>
>;

export type ScriptedSmtpOptions = {
  script?: SmtpScript;
  /** Lines of the EHLO reply after the first; by default PIPELINING, SIZE, 8BITMIME, ENHANCEDSTATUSCODES. */
  extensions?: string[];
  /** `implicit` means TLS from the first byte, `starttls` that STARTTLS is offered and supported. */
  tls?: 'none' | 'starttls' | 'implicit';
  /** Acts as soon as this many bytes of content have arrived, before the final dot. */
  onContent?: { afterBytes: number; ending: 'drop' | 'reset' | 'pause' };
};

/** A message whose final dot arrived, whatever the reply was. Its recipients are those that got a 2yz reply. */
export type HandedOver = {
  from: string;
  to: string[];
  raw: Buffer;
  answer: string | null;
  connection: number;
};

export type ScriptedSmtpServer = {
  port: number;
  /** `smtp://` or `smtps://` address of this server. */
  url: string;
  /** Every command line, in the order of arrival. */
  commands: string[];
  messages: HandedOver[];
  /** Connections made so far, and those open now. */
  readonly connections: number;
  readonly open: number;
  close(): Promise<void>;
};

const DEFAULT_EXTENSIONS = ['PIPELINING', 'SIZE 52428800', '8BITMIME', 'ENHANCEDSTATUSCODES'];

const defaultReplies: Record<SmtpStage, string> = {
  connection: '220 scripted ESMTP',
  EHLO: '250 scripted',
  HELO: '250 scripted',
  STARTTLS: '220 2.0.0 go ahead',
  AUTH: '235 2.7.0 accepted',
  MAIL: '250 2.1.0 sender ok',
  RCPT: '250 2.1.5 recipient ok',
  DATA: '354 end with a dot',
  content: '250 2.0.0 Ok: queued as SCRIPTED1',
  RSET: '250 2.0.0 reset',
  NOOP: '250 2.0.0 ok',
  QUIT: '221 2.0.0 bye',
};

const isStage = (verb: string): verb is SmtpStage => Object.hasOwn(defaultReplies, verb);
const pathOf = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** Removes the transparency dots (RFC 5321 4.5.2). */
const unstuff = (content: string): Buffer => Buffer.from(content.replace(/(^|\r\n)\./g, '$1'), 'latin1');

type Shared = Omit<ScriptedSmtpServer, 'close' | 'port' | 'url'> & { options: ScriptedSmtpOptions };

/** The server's side of one connection: reads lines and content in order and follows the script. */
class ScriptedConnection {
  readonly #shared: Shared;
  readonly #number: number;
  readonly #counts = new Map<SmtpStage, number>();
  #socket: net.Socket;
  #buffer = '';
  #content: string | null = null;
  #paused = false;
  #busy: Promise<unknown> = Promise.resolve();
  #from = '';
  #senderAccepted = false;
  #to: string[] = [];

  constructor(socket: net.Socket, number: number, shared: Shared) {
    this.#socket = socket;
    this.#number = number;
    this.#shared = shared;
    this.#listen(socket);
    this.#enqueue(() => this.#act('connection', ''));
  }

  #listen(socket: net.Socket): void {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      this.#buffer += chunk.toString('latin1');
      this.#enqueue(() => this.#read());
    });
  }

  /** Replies to commands one after another, even if they were pipelined and a reply takes long. */
  #enqueue(work: () => Promise<unknown>): void {
    this.#busy = this.#busy.then(work).catch(() => this.#socket.destroy());
  }

  async #read(): Promise<void> {
    while (!this.#paused && !this.#socket.destroyed) {
      if (this.#content !== null) {
        if (!(await this.#readContent())) return;
        continue;
      }
      const end = this.#buffer.indexOf('\r\n');
      if (end < 0) return;
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 2);
      await this.#command(line);
    }
  }

  async #readContent(): Promise<boolean> {
    const { onContent } = this.#shared.options;
    const content = (this.#content ?? '') + this.#buffer;
    this.#buffer = '';
    this.#content = content;
    if (onContent && content.length >= onContent.afterBytes) {
      this.#end(onContent.ending);
      return false;
    }
    const end = content.startsWith('.\r\n') ? 0 : content.indexOf('\r\n.\r\n') + 2;
    if (end === 1) return false;
    this.#content = null;
    this.#buffer = content.slice(end + 3);
    const message: HandedOver = {
      from: this.#from,
      to: this.#to,
      raw: unstuff(content.slice(0, end)),
      answer: null,
      connection: this.#number,
    };
    this.#begin(false);
    this.#shared.messages.push(message);
    message.answer = await this.#act('content', '.');
    return true;
  }

  async #command(line: string): Promise<void> {
    this.#shared.commands.push(line);
    const verb = line.split(' ')[0]?.toUpperCase() ?? '';
    const stage = verb === 'MAIL' || verb === 'RCPT' || isStage(verb) ? verb : null;
    if (stage === null) {
      this.#socket.write('502 5.5.1 command not implemented\r\n');
      return;
    }
    const reply = await this.#act(stage, line);
    if (stage === 'MAIL') this.#from = pathOf(line);
    if (stage === 'MAIL' || stage === 'RSET') this.#begin(stage === 'MAIL' && (reply ?? '').startsWith('2'));
    if (stage === 'RCPT' && reply?.startsWith('2')) this.#to.push(pathOf(line));
    if (stage === 'DATA' && reply?.startsWith('3')) this.#content = '';
    if (stage === 'STARTTLS' && reply?.startsWith('2')) this.#upgrade();
    if (stage === 'QUIT') this.#socket.end();
  }

  /** A new transaction, which takes recipients once its sender was accepted. */
  #begin(senderAccepted: boolean): void {
    this.#senderAccepted = senderAccepted;
    this.#to = [];
  }

  #upgrade(): void {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    this.#socket = new tls.TLSSocket(plain, { isServer: true, ...testCertificate });
    this.#listen(this.#socket);
  }

  #actionFor(stage: SmtpStage, line: string): SmtpAction | undefined {
    const nth = (this.#counts.get(stage) ?? 0) + 1;
    this.#counts.set(stage, nth);
    const scripted = this.#shared.options.script?.[stage];
    if (typeof scripted === 'function') return scripted({ stage, line, connection: this.#number, nth });
    return Array.isArray(scripted) ? scripted[Math.min(nth, scripted.length) - 1] : scripted;
  }

  #defaultReply(stage: SmtpStage): string {
    if (stage === 'RCPT' && !this.#senderAccepted) return '503 5.5.1 MAIL first';
    if (stage === 'DATA' && this.#to.length === 0) return '503 5.5.1 no valid recipients';
    if (stage !== 'EHLO') return defaultReplies[stage];
    const { extensions = DEFAULT_EXTENSIONS, tls: mode = 'none' } = this.#shared.options;
    const offers =
      mode === 'starttls' && !(this.#socket instanceof tls.TLSSocket)
        ? ['STARTTLS', ...extensions]
        : extensions;
    const lines = ['scripted', ...offers];
    return lines.map((text, index) => `250${index < lines.length - 1 ? '-' : ' '}${text}`).join('\r\n');
  }

  /** Carries out the action of a stage; resolves with the reply that was sent, or null. */
  async #act(stage: SmtpStage, line: string): Promise<string | null> {
    const action = this.#actionFor(stage, line) ?? this.#defaultReply(stage);
    const { reply, ending, afterMs }: Exclude<SmtpAction, string> =
      typeof action === 'string' ? { reply: action } : action;
    if (afterMs) await new Promise((resolve) => setTimeout(resolve, afterMs));
    const text = reply ?? (ending === undefined ? this.#defaultReply(stage) : undefined);
    if (text !== undefined && !this.#socket.destroyed)
      this.#socket.write(Buffer.from(`${text}\r\n`, 'latin1'));
    if (ending) this.#end(ending);
    return text ?? null;
  }

  #end(how: 'drop' | 'reset' | 'pause' | 'stall'): void {
    this.#paused = true;
    if (how === 'drop') this.#socket.destroySoon();
    if (how === 'reset') this.#socket.resetAndDestroy();
    if (how === 'pause') this.#socket.pause();
  }
}

/**
 * Starts an SMTP server on a free loopback port that follows the script of a test at every stage: refuse, stall,
 * drop, send garbage. Stages without a script get the reply of a well-behaved server.
 */
export const startScriptedSmtpServer = async (
  options: ScriptedSmtpOptions = {},
): Promise<ScriptedSmtpServer> => {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const shared: Shared = {
    options,
    commands: [],
    messages: [],
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
  };
  const onConnection = (socket: net.Socket) => {
    // Each pipelined command gets a small reply, which Nagle's algorithm would delay by 40 ms.
    socket.setNoDelay(true);
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new ScriptedConnection(socket, connections, shared);
  };
  const implicit = options.tls === 'implicit';
  const server = implicit ? tls.createServer(testCertificate, onConnection) : net.createServer(onConnection);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return Object.assign(shared, { port, url: `${implicit ? 'smtps' : 'smtp'}://127.0.0.1:${port}`, close });
};

import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message as the sink received it. */
export type SinkMessage = { from: string; to: string[]; raw: Buffer; receivedAt: Date };

export type SmtpSink = {
  port: number;
  url: string;
  messages: SinkMessage[];
  /** Resolves with all messages once there are `count`; rejects after `timeoutMs` (default 10 s). */
  waitFor(count: number, timeoutMs?: number): Promise<SinkMessage[]>;
  close(): Promise<void>;
};

export type SmtpSinkOptions = Pick<
  SMTPServerOptions,
  'onRcptTo' | 'onMailFrom' | 'onAuth' | 'size' | 'maxClients'
>;

type Waiter = { count: number; resolve: () => void };

/** Starts an SMTP server on a free loopback port that accepts everything and keeps envelopes and raw messages. */
export const startSmtpSink = async (options: SmtpSinkOptions = {}): Promise<SmtpSink> => {
  const messages: SinkMessage[] = [];
  const waiters = new Set<Waiter>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        messages.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          receivedAt: new Date(),
        });
        for (const waiter of waiters) if (messages.length >= waiter.count) waiter.resolve();
        callback(null, `2.0.0 Ok: queued as SINK${messages.length}`);
      });
    },
  });
  // Some tests disconnect during a transaction.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const waitFor = async (count: number, timeoutMs = 10_000): Promise<SinkMessage[]> => {
    if (messages.length >= count) return messages;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        reject(new Error(`${messages.length} of ${count} messages after ${timeoutMs} ms`));
      }, timeoutMs);
      const waiter: Waiter = {
        count,
        resolve: () => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve();
        },
      };
      waiters.add(waiter);
    });
    return messages;
  };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, url: `smtp://127.0.0.1:${port}`, messages, waitFor, close };
};

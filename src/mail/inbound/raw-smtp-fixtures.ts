import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type RawSmtp = {
  socket: Socket;
  /** The next whole reply, lines joined by a line feed; '' when the server closed. */
  reply(): Promise<string>;
  /** Writes bytes as they are and returns the next reply. */
  say(bytes: string | Uint8Array): Promise<string>;
  /** EHLO, MAIL and RCPT, which must succeed, and DATA, which must be answered 354. */
  begin(to: string, from?: string): Promise<void>;
  /** The rest of this session under TLS. The server's certificate is not checked. */
  secure(): Promise<RawSmtp>;
  close(): void;
};

/** A client that sends exactly the bytes of the test. */
export async function openRawSmtp(port: number): Promise<RawSmtp> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return wrap(socket);
}

function wrap(socket: Socket): RawSmtp {
  let received = '';
  let ended = false;
  let wake = () => {};
  const changed = (update: () => void) => () => {
    update();
    wake();
  };
  const onData = (data: Buffer) => {
    received += data.toString('latin1');
    wake();
  };
  socket.on('data', onData);
  socket.on('error', () => {});
  socket.on(
    'close',
    changed(() => {
      ended = true;
    }),
  );
  const reply = async (): Promise<string> => {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(received);
      if (match) {
        received = received.slice(match[0].length);
        return match[0].trimEnd().replaceAll('\r\n', '\n');
      }
      if (ended) return '';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const say = (bytes: string | Uint8Array): Promise<string> => {
    socket.write(bytes);
    return reply();
  };
  const must = async (line: string, code: string): Promise<void> => {
    const answer = await say(`${line}\r\n`);
    if (!answer.startsWith(code)) throw new Error(`${line}: ${answer}`);
  };
  return {
    socket,
    reply,
    say,
    async begin(to, from = 'grace@sender.example') {
      await must(`MAIL FROM:<${from}>`, '250');
      await must(`RCPT TO:<${to}>`, '250');
      await must('DATA', '354');
    },
    async secure() {
      await must('STARTTLS', '220');
      socket.removeAllListeners('data');
      const secured = connectTls({ socket, rejectUnauthorized: false });
      await once(secured, 'secureConnect');
      return wrap(secured);
    },
    close: () => socket.destroy(),
  };
}

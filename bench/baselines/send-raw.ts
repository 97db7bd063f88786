import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';

// Hands over one message by SMTP, in a separate process: `send-raw.ts port recipient file`.
const [port, recipient, file] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

const raw = await readFile(file!);
const socket = connect(Number(port), '127.0.0.1');
const answers = socket.setEncoding('latin1')[Symbol.asyncIterator]();

/** The last line of the next reply. */
async function reply(): Promise<string> {
  let text = '';
  while (!/^\d{3} .*\r\n$/m.test(text)) {
    const { value, done } = await answers.next();
    if (done) throw new Error(`connection closed after ${text}`);
    text += value;
  }
  return text.trim().split('\r\n').at(-1)!;
}

await reply();
for (const command of [
  'EHLO client.example',
  'MAIL FROM:<a@sender.example>',
  `RCPT TO:<${recipient}>`,
  'DATA',
]) {
  socket.write(`${command}\r\n`);
  await reply();
}
// Dots at the beginning of a line are doubled (RFC 5321 4.5.2).
const stuffed = Buffer.from(raw.toString('latin1').replace(/(^|\n)\./g, '$1..'), 'latin1');
socket.write(stuffed);
socket.write('\r\n.\r\n');
process.send?.(await reply(), () => process.exit());

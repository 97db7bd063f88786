import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

// The minimum work for an SMTP server before it answers 250: the bytes in a file, flushed to disk.
const directory = process.argv[2]!;

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _session, callback) => void keep(stream).then(() => callback(), callback),
});

async function keep(stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  await writeFile(join(directory, randomUUID()), Buffer.concat(chunks), { flush: true });
}

server.listen(0, '127.0.0.1', () => process.send!((server.server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

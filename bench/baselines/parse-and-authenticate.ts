import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authenticate, type DNSResolver } from 'mailauth';

// A parser and mailauth alone: `parse-and-authenticate.ts dns-server list-of-files`. Each request does the whole list
// once and answers when it is done. The parser is mailparser if it is installed; otherwise only mailauth runs.
const [dnsServer, listFile] = process.argv.slice(2);
const WIDTH = 32;
const files: string[] = JSON.parse(await readFile(listFile!, 'utf8'));
const resolver = new Resolver();
resolver.setServers([dnsServer!]);
const ask = ((name, type) => resolver.resolve(name, type)) as DNSResolver;

type Parser = { simpleParser(raw: Buffer): Promise<unknown> };
const name = 'mailparser';
const parser: Parser | null = await import(name).catch(() => null);
if (!parser)
  console.error('mailparser is not installed: the baseline is mailauth alone, which is harder to reach.');

async function one(file: string): Promise<void> {
  const raw = await readFile(file);
  const [authentication] = await Promise.all([
    authenticate(raw, {
      ip: '192.0.2.1',
      helo: 'mx.company0.example',
      sender: 'sender@company0.example',
      mta: 'mx.example',
      disableBimi: true,
      resolver: ask,
    }),
    parser?.simpleParser(raw),
  ]);
  if (!authentication.headers) throw new Error(`${file} was not authenticated`);
}

async function all(): Promise<void> {
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await one(file);
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
}

const server = createServer((_request, response) => {
  all().then(
    () => response.end('done'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

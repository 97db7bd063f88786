import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { answerQuery, type DnsZone, type ReceivedQuery } from './dns-message.ts';

export type { DnsName, DnsZone, ReceivedQuery } from './dns-message.ts';

/** A DNS server on loopback for tests. */
export interface DnsServer {
  port: number;
  /** `127.0.0.1:port`, as PM_DNS_SERVERS takes it. */
  address: string;
  /** The zone from which it answers. Tests can change it at any time. */
  records: DnsZone;
  /** Every received query in order, including unanswered ones. */
  queries: ReceivedQuery[];
  /** Leaves the next `count` queries unanswered; Infinity for all, 0 for none. */
  ignoreNext(count: number): void;
  /** Leaves lookups of matching names unanswered while it is set. */
  hangs: RegExp | null;
  close(): Promise<void>;
}

/**
 * Starts an authoritative server for `records` on UDP and TCP at one port of 127.0.0.1. Names that are not in the zone give
 * NXDOMAIN, and types that a name does not have give NODATA. CNAMEs are followed.
 */
export async function startDnsServer(records: DnsZone = {}): Promise<DnsServer> {
  const queries: ReceivedQuery[] = [];
  let ignored = 0;
  const reply = (packet: Buffer, maxBytes: number): Buffer | null => {
    const { query, answer } = answerQuery(packet, records, maxBytes);
    if (query) queries.push(query);
    if (query && server.hangs?.test(query.name)) return null;
    if (ignored > 0) {
      ignored--;
      return null;
    }
    return answer;
  };
  const { udp, tcp, port } = await listenOnOnePort();
  udp.on('message', (packet, from) => {
    const answer = reply(packet, 1232);
    if (answer) udp.send(answer, from.port, from.address);
  });
  serveTcp(tcp, (packet) => reply(packet, 65_535));
  const server: DnsServer = {
    port,
    address: `127.0.0.1:${port}`,
    records,
    queries,
    ignoreNext: (count) => {
      ignored = count;
    },
    hangs: null,
    close: () => closeBoth(udp, tcp),
  };
  return server;
}

async function listenOnOnePort(): Promise<{ udp: Socket; tcp: Server; port: number }> {
  for (;;) {
    const udp = createSocket('udp4');
    udp.bind(0, '127.0.0.1');
    await once(udp, 'listening');
    const { port } = udp.address();
    const tcp = createServer();
    tcp.listen(port, '127.0.0.1');
    const outcome = await Promise.race([
      once(tcp, 'listening').then(() => true),
      once(tcp, 'error').then(() => false),
    ]).catch(() => false);
    if (outcome) return { udp, tcp, port };
    // Another program has that port for TCP, so try another port.
    udp.close();
  }
}

/** Serves DNS over TCP, where two bytes with its length precede each message (RFC 1035 4.2.2). */
function serveTcp(tcp: Server, reply: (packet: Buffer) => Buffer | null): void {
  tcp.on('connection', (socket) => {
    let pending = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0);
        const answer = reply(pending.subarray(2, end));
        pending = pending.subarray(end);
        if (!answer) continue;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.length);
        socket.write(Buffer.concat([length, answer]));
      }
    });
    tcp.once('close', () => socket.destroy());
  });
}

async function closeBoth(udp: Socket, tcp: Server): Promise<void> {
  await new Promise<void>((resolve) => udp.close(() => resolve()));
  tcp.close();
  // Clients keep TCP connections open; closing does not wait for them.
  tcp.emit('close');
}

import { createHash } from 'node:crypto';
import type { MailTransport, RelaySettings, Relays } from '#kernel/ports/mail-transport.ts';
import { probeRelay } from './relay-probe.ts';
import { createSmtpTransport } from './smtp.ts';

export type RelayOptions = {
  clientName: string;
  /** Resolves a host to addresses that may be connected to: for customers, only public ones. @throws Error for others */
  resolve(host: string): Promise<{ address: string }[]>;
  /** Development only: other ports, and no TLS. */
  insecure?: boolean;
};

/** The number of relays whose connections are kept open. The least recently used are closed first. */
const MAX_KEPT = 100;
const MAX_CONNECTIONS = 5;

/**
 * Transports to relays, with one pool of connections per relay. TLS with a certificate for the relay's name is required;
 * without it, nothing is submitted. Timeouts are those of spec 8.3, the defaults of the smtp driver.
 */
export function createRelays({ clientName, resolve, insecure = false }: RelayOptions): Relays {
  const kept = new Map<string, MailTransport>();
  const open = ({ host, port, username, password }: RelaySettings): MailTransport =>
    createSmtpTransport({
      name: 'relay',
      server: {
        host,
        port,
        secure: port === 465,
        requireTls: !insecure,
        ignoreTls: false,
        verifyCertificate: !insecure,
        auth: username === null ? null : { user: username, pass: password ?? '' },
      },
      clientName,
      maxConnections: MAX_CONNECTIONS,
      resolve,
    });
  return {
    to(settings) {
      if (!insecure && settings.port !== 465 && settings.port !== 587)
        throw new Error('A relay must use port 465 or 587.');
      const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
      const transport = kept.get(key) ?? open(settings);
      // A Map iterates in insertion order, so inserting again makes this the most recently used.
      kept.delete(key);
      kept.set(key, transport);
      if (kept.size > MAX_KEPT) {
        const [oldest, unused] = kept.entries().next().value!;
        kept.delete(oldest);
        void unused.close();
      }
      return transport;
    },
    probe: (settings, from) => probeRelay({ clientName, resolve, insecure, settings, from }),
    async close() {
      await Promise.all([...kept.values()].map((transport) => transport.close()));
    },
  };
}

import { describe, expect, it } from 'vitest';
import type { ScriptedSmtpOptions } from '#testing/scripted-smtp-server.ts';
import { createRelays, type RelayOptions } from './relay.ts';
import { both, opened, outcomes, serve, submit } from './smtp-fixtures.ts';

// Relays of customers (spec 8.3): ports 465 and 587, TLS, public addresses only.

const relays = (options: Partial<RelayOptions> = {}) => {
  const made = createRelays({
    clientName: 'mail.example',
    resolve: async (host) => [{ address: host }],
    ...options,
  });
  opened.unshift(made);
  return made;
};
const settings = { host: '127.0.0.1', username: 'agent', password: 's3cret' };

/** A relay with `insecure` on, as in development, which allows any port and certificate. */
async function relayTo(options: ScriptedSmtpOptions) {
  const server = await serve({ extensions: ['AUTH PLAIN'], ...options });
  return { server, transport: relays({ insecure: true }).to({ ...settings, port: server.port }) };
}

describe('a relay', () => {
  it('takes mail over STARTTLS, with the credentials', async () => {
    const { server, transport } = await relayTo({ tls: 'starttls' });
    expect(transport).toMatchObject({ name: 'relay', driver: 'smtp' });
    expect(outcomes(await submit(transport))).toEqual(both('accepted'));
    expect(server.commands.map((line) => line.split(' ')[0])).toContain('STARTTLS');
    expect(server.commands).toContain(
      `AUTH PLAIN ${Buffer.from('\u0000agent\u0000s3cret').toString('base64')}`,
    );
  });

  it.each([25, 2525, 80])('port %i is refused', (port) => {
    expect(() => relays().to({ ...settings, port })).toThrow('465 or 587');
  });

  it('is only reached where a customer may reach', async () => {
    const asked: string[] = [];
    const resolve = async (host: string): Promise<never> => {
      asked.push(host);
      throw new Error(`${host} is not a public address.`);
    };
    const result = await submit(relays({ resolve }).to({ ...settings, port: 587 }));
    expect(outcomes(result)).toEqual(both('refused_temporarily'));
    expect(result).toMatchObject({ reason: 'transport_unavailable' });
    expect(result.recipients[0]!.response).toBe('127.0.0.1 is not a public address.');
    expect(asked).toEqual(['127.0.0.1']);
  });

  it('keeps one pool of connections per relay and credentials', () => {
    const made = relays();
    const first = made.to({ ...settings, port: 587 });
    expect(made.to({ ...settings, port: 587 })).toBe(first);
    expect(made.to({ ...settings, port: 587, password: 'other' })).not.toBe(first);
    expect(made.to({ ...settings, port: 465 })).not.toBe(first);
  });
});

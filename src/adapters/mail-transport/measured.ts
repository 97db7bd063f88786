import type { Metrics } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import type { MailTransport, Relays } from '#kernel/ports/mail-transport.ts';

/** A transport whose submissions are counted, once for each recipient, and traced. */
export const measured = (transport: MailTransport, metrics: Pick<Metrics, 'count'>): MailTransport => ({
  name: transport.name,
  driver: transport.driver,
  submit: (envelope, raw, options) =>
    traced(
      `submit ${transport.name}`,
      {
        kind: 'client',
        attributes: {
          'proofmail.driver': transport.driver,
          'proofmail.recipients': envelope.to.length,
          'proofmail.bytes': raw.length,
        },
      },
      async (span) => {
        const result = await transport.submit(envelope, raw, options);
        for (const { outcome } of result.recipients)
          metrics.count('proofmail_mail_sent_total', { transport: transport.name, outcome });
        if (result.reason) span.set('proofmail.reason', result.reason);
        return result;
      },
    ),
  ...(transport.probe && { probe: () => transport.probe!() }),
  ...(transport.lacks && { lacks: () => transport.lacks!() }),
  ...(transport.check && { check: () => transport.check!() }),
  close: () => transport.close(),
});

/** The same for the relays of customers. */
export const measuredRelays = (relays: Relays, metrics: Pick<Metrics, 'count'>): Relays => ({
  to: (settings) => measured(relays.to(settings), metrics),
  probe: (settings, from) => relays.probe(settings, from),
  close: () => relays.close(),
});

import { type Metrics, secondsSince } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import type { MailTransport, Relays } from '#kernel/ports/mail-transport.ts';

type Counts = Pick<Metrics, 'count' | 'observe'>;

/** A transport whose submissions are counted, once for each recipient, timed and traced. */
export const measured = (transport: MailTransport, metrics: Counts): MailTransport => ({
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
        const begun = performance.now();
        const result = await transport.submit(envelope, raw, options).finally(() => {
          const labels = { transport: transport.name };
          metrics.observe('proofmail_mail_submit_seconds', labels, secondsSince(begun));
        });
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
export const measuredRelays = (relays: Relays, metrics: Counts): Relays => ({
  to: (settings) => measured(relays.to(settings), metrics),
  probe: (settings, from) => relays.probe(settings, from),
  close: () => relays.close(),
});

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findOperators, notify, PLATFORM } from '#workspace/notifications/index.ts';

/** A notice is sent at each of these numbers of days before the end, the latest first. */
const STAGES = [1, 7, 14] as const;

/**
 * Notifies the operators before the certificate of `PM_TLS_CERT` expires, once at each stage. The certificate that the
 * program generates is also renewed automatically.
 */
export async function watchCertificate(services: Services): Promise<void> {
  const { config, clock, db } = services;
  if (!config.tlsFiles) return;
  const { serialNumber, validToDate, subjectAltName } = new X509Certificate(
    await readFile(config.tlsFiles.cert),
  );
  const days = (validToDate.getTime() - clock.now().getTime()) / DAY;
  const stage = STAGES.find((most) => days <= most);
  if (stage === undefined) return;
  const when = validToDate.toISOString().slice(0, 10);
  await db.transaction(async (tx) =>
    notify(tx, services, {
      tenantId: PLATFORM,
      kind: 'certificate_expiring',
      once: `certificate:${serialNumber}:${stage}`,
      people: await findOperators(tx),
      subject: days <= 0 ? 'The mail certificate has expired' : `The mail certificate expires on ${when}`,
      body: [
        'Servers that check the certificate stop delivering mail once it has expired. Put a new certificate into the files of PM_TLS_CERT and PM_TLS_KEY, and restart the program.',
        {
          facts: [
            ['Names', subjectAltName ?? 'none'],
            ['Expires', validToDate.toISOString()],
          ],
        },
      ],
      path: '/console/platform/health',
      button: { label: 'Open the health page' },
    }),
  );
}

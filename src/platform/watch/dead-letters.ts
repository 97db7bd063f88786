import { findNewestDead } from '#jobs/index.ts';
import { jobNames } from '#kernel/catalogue/job-names.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findOperators, notify, PLATFORM } from '#workspace/notifications/index.ts';

/** Notifies the operators of dead letters, once for the newest one, so it notifies again only if there is a newer one. */
export async function watchDeadLetters(services: Services): Promise<void> {
  const found = await findNewestDead(services.db);
  if (found === null) return;
  const { id, job, open } = found;
  await services.db.transaction(async (tx) =>
    notify(tx, services, {
      tenantId: PLATFORM,
      kind: 'dead_letters',
      once: `dead_letters:${id}`,
      people: await findOperators(tx),
      subject: open === 1 ? 'A job has failed permanently' : `${open} jobs have failed permanently`,
      body: [
        open === 1
          ? 'It has no attempts left and does not run again automatically. Find the cause, correct it, and run it again.'
          : 'They have no attempts left and do not run again automatically. Find the cause, correct it, and run them again.',
        { facts: [[open === 1 ? 'Job' : 'Newest job', jobNames[job] ?? job]] },
      ],
      path: '/console/platform/dead-letters',
      button: { label: 'Open the dead letters' },
    }),
  );
}

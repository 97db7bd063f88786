import type { Services } from '#kernel/operation/services.ts';
import { countQuarantineDue, type QuarantineDue } from '#mailbox/messages/index.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';

/**
 * At 09:00 in each workspace's time zone, notifies its admins of the number of messages of the last day that are still
 * in quarantine. A second run on the same day finds that they have been notified.
 */
export async function watchQuarantine(services: Services): Promise<void> {
  for (const due of await countQuarantineDue(services.db, services.clock.now())) await tellOf(services, due);
}

const tellOf = (services: Services, due: QuarantineDue): Promise<void> =>
  services.db.transaction(async (tx) => {
    const { tenant_id, day, many, identity_id, mailboxes } = due;
    const messages = many === 1 ? 'One message is waiting' : `${many} messages are waiting`;
    await notify(tx, services, {
      tenantId: tenant_id,
      kind: 'quarantine_waiting',
      once: `quarantine:${day}`,
      people: await findAdmins(tx, tenant_id),
      subject: `${messages} in quarantine`,
      body: [
        `They arrived within the last day${mailboxes > 1 ? `, in ${mailboxes} mailboxes` : ''}. Agents do not see them until somebody releases them.`,
      ],
      path: `/console/mail/${identity_id}/quarantine`,
      button: { label: 'Review the quarantine' },
    });
  });

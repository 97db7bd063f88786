import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import { statusEvent } from './events.ts';
import { nameOf, pauseOne } from './suspension-repository.ts';

/**
 * Pauses an identity whose mail bounces or is reported as spam too often (spec 3.3), with an event that contains the
 * rates. An identity that is already paused or being erased stays as it is.
 */
export async function pauseForAbuse(
  tx: Transaction,
  services: Services,
  identity: { id: string; tenant_id: string },
  metrics: Record<string, number>,
): Promise<void> {
  const { id, tenant_id } = identity;
  if ((await pauseOne(tx, id, services.clock.now())) === 0) return;
  const pause_reason = 'abuse_threshold' as const;
  await recordAudit(
    tx,
    { actor: null, requestId: null, services },
    {
      action: 'identity.pause',
      target_type: 'identity',
      target_id: id,
      tenant_id,
      details: { reason: pause_reason, metrics },
    },
  );
  await recordEvents(tx, services, [statusEvent({ tenant_id, identity_id: id }, { pause_reason }, metrics)]);
  await tellAdmins(tx, services, identity, metrics);
}

const percent = (share = 0): string => `${Math.round(share * 1000) / 10}%`;

/** Notifies the admins in the transaction of the pause, which happens only once until somebody resumes the identity. */
async function tellAdmins(
  tx: Transaction,
  services: Services,
  { id, tenant_id }: { id: string; tenant_id: string },
  { sends = 0, bounce_rate, complaint_rate }: Record<string, number>,
): Promise<void> {
  const name = (await nameOf(tx, id)) || id;
  await notify(tx, services, {
    tenantId: tenant_id,
    kind: 'identity_paused',
    once: null,
    people: await findAdmins(tx, tenant_id),
    subject: `${name} is paused: too much of its mail bounced or was reported as spam`,
    body: [
      'The identity sends nothing more until you resume it. First find out whom it wrote to and why: mail that bounces or is reported as spam harms the delivery of all your other mail.',
      {
        facts: [
          ['Sent in 24 hours', String(sends)],
          ['Bounced', percent(bounce_rate)],
          ['Reported as spam', percent(complaint_rate)],
        ],
      },
    ],
    path: '/console/identities',
    button: { label: 'Open the identities' },
  });
}

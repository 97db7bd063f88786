import type { Services } from '#kernel/operation/services.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify, whenIn } from '#workspace/notifications/index.ts';
import { type FailingEndpoint, findFailingEndpoints } from '#workspace/webhooks/index.ts';

const BATCH = 200;

/** Notifies the admins of a workspace that its endpoint has failed for an hour or was disabled, once per failure. */
export async function watchWebhooks(services: Services): Promise<void> {
  const now = services.clock.now();
  for (let beyond = ''; ; ) {
    const endpoints = await findFailingEndpoints(services.db, { now, beyond, take: BATCH });
    for (const endpoint of endpoints) await tellOf(services, endpoint);
    const last = endpoints.at(-1);
    if (!last || endpoints.length < BATCH) return;
    beyond = last.id;
  }
}

const whatFollows = (isDisabled: boolean, isGone: boolean): string => {
  if (!isDisabled)
    return 'Each delivery is tried again for three days. If nothing succeeds for 24 hours, the endpoint is disabled.';
  return isGone
    ? 'It answered that it no longer exists (410), so it was disabled and receives no more events.'
    : 'It failed for more than 24 hours, so it was disabled and receives no more events. Enable it again when it works.';
};

const tellOf = (services: Services, endpoint: FailingEndpoint): Promise<void> =>
  services.db.transaction(async (tx) => {
    const { id, tenant_id, url, enabled, disabled_reason, failures, since } = endpoint;
    const admins = await findAdmins(tx, tenant_id);
    const { host } = new URL(url);
    await notify(tx, services, {
      tenantId: tenant_id,
      kind: 'webhook_failing',
      once: `webhook:${id}:${enabled ? 'failing' : 'disabled'}:${since}`,
      people: admins,
      subject: enabled ? `The webhook to ${host} is failing` : `The webhook to ${host} was disabled`,
      body: [
        whatFollows(!enabled, disabled_reason === 'gone'),
        {
          facts: [
            ['Endpoint', url],
            ['Failed attempts', String(failures)],
            ['Since', whenIn(admins[0]?.timezone ?? 'UTC', since)],
          ],
        },
      ],
      path: `/console/developers/webhooks/${id}`,
      button: { label: 'See the deliveries' },
    });
  });

import { after, DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type ExpiringKey, findExpiringKeys } from '#workspace/api-keys/index.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { findOperators, notify, PLATFORM, whenIn } from '#workspace/notifications/index.ts';

const DAYS_BEFORE = 7;
const BATCH = 200;

/** Tells who looks after a key a week before it expires, once. Keys that were made for less than two weeks are not news. */
export async function watchKeys(services: Services): Promise<void> {
  const now = services.clock.now();
  const until = after(now, DAYS_BEFORE * DAY);
  for (let beyond = ''; ; ) {
    const keys = await findExpiringKeys(services.db, { now, until, beyond, take: BATCH });
    for (const key of keys) await tellOf(services, key);
    const last = keys.at(-1);
    if (!last || keys.length < BATCH) return;
    beyond = last.id;
  }
}

const tellOf = (
  services: Services,
  { id, name, prefix, tenant_id, expires_at }: ExpiringKey,
): Promise<void> =>
  services.db.transaction(async (tx) => {
    const admins = tenant_id === null ? [] : await findAdmins(tx, tenant_id);
    const zone = admins[0]?.timezone ?? 'UTC';
    await notify(tx, services, {
      tenantId: tenant_id ?? PLATFORM,
      kind: tenant_id === null ? 'platform_key_expiring' : 'key_expiring',
      once: `key:${id}:${expires_at}`,
      people: tenant_id === null ? await findOperators(tx) : admins,
      subject: `The API key “${name}” expires soon`,
      body: [
        `It stops working on ${whenIn(zone, expires_at)}. Programs that use it need another key before then.`,
        {
          facts: [
            ['Key', name],
            ['Begins with', prefix ?? 'unknown'],
          ],
        },
      ],
      path: tenant_id === null ? '/console/platform/keys' : '/console/developers/keys',
      button: { label: 'Open the keys' },
    });
  });

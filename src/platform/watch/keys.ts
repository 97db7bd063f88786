import { after, DAY } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type ExpiringKey, findExpiringKeys } from '#workspace/api-keys/index.ts';
import { findAdmins, findPerson } from '#workspace/members/index.ts';
import { findOperators, notify, PLATFORM, whenIn } from '#workspace/notifications/index.ts';

const DAYS_BEFORE = 7;
const BATCH = 200;

/**
 * Notifies the person who manages a key, or who allowed an application, once, a week before it expires. Keys with a
 * lifetime of less than two weeks cause no notice.
 */
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

const tellOf = (services: Services, key: ExpiringKey): Promise<void> =>
  services.db.transaction(async (tx) => {
    const people = await readersOf(tx, key);
    const { id, name, prefix, tenant_id, expires_at } = key;
    const when = whenIn(people[0]?.timezone ?? 'UTC', expires_at);
    await notify(tx, services, {
      tenantId: tenant_id ?? PLATFORM,
      kind: tenant_id === null ? 'platform_key_expiring' : 'key_expiring',
      once: `key:${id}:${expires_at}`,
      people,
      ...(key.oauth_client_id === null
        ? {
            subject: `The API key “${name}” expires soon`,
            body: [
              `It stops working on ${when}. Give the programs that use it another key before then.`,
              {
                facts: [
                  ['Key', name],
                  ['Begins with', prefix ?? 'unknown'],
                ],
              },
            ],
            path: tenant_id === null ? '/console/platform/keys' : '/console/developers/keys',
            button: { label: 'Open the keys' },
          }
        : {
            subject: `“${name}” loses access soon`,
            body: [
              `You allowed this application to use the workspace until ${when}. To keep using it, connect it again from the application.`,
            ],
            path: '/console/developers/applications',
            button: { label: 'Open the connected apps' },
          }),
    });
  });

type Person = { user_id: string; email: string; timezone?: string };

/**
 * The people who manage the key. For a connected application, it is the person who allowed it, because only they can do
 * so again.
 */
async function readersOf(
  tx: Transaction,
  { tenant_id, oauth_client_id, created_by_user_id }: ExpiringKey,
): Promise<Person[]> {
  if (tenant_id === null) return findOperators(tx);
  return oauth_client_id === null
    ? findAdmins(tx, tenant_id)
    : findPerson(tx, tenant_id, created_by_user_id ?? '');
}

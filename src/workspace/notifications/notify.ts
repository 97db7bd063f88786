import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Services } from '#kernel/operation/services.ts';
import { dayBegins } from './day.ts';
import { countMailed, insertNotifications } from './repository.ts';
import { sendServiceMail } from './service-mail.ts';

/** A notification to the people of a workspace. A digest holds its subject only. */
export type Notice = {
  tenantId: string;
  people: readonly { user_id: string; email: string }[];
  subject: string;
  /** The same for all, or each reader's own. */
  text: string | ((reader: { user_id: string; email: string }) => string);
};

/**
 * Mails a notice to people of a workspace, in the transaction of the caller. Notices above the daily limit of a
 * person or of the workspace are held for the digest (spec 8.4). Account mail (sign-in links, invitations) does not
 * use this.
 */
export async function notify(
  tx: Transaction,
  services: Services,
  { tenantId, people, subject, text }: Notice,
): Promise<void> {
  if (people.length === 0) return;
  const now = services.clock.now();
  const userIds = people.map(({ user_id }) => user_id);
  await lockNames(tx, 'notifications', [tenantId, ...userIds]);
  const mailed = await countMailed(tx, { tenantId, userIds }, dayBegins(now));
  const { perPerson, perWorkspace } = limits.notificationsPerDay;
  let left = perWorkspace - mailed.of_tenant;
  const notices = people.map((person) => {
    const isHeld = left <= 0 || (mailed.of_users[person.user_id] ?? 0) >= perPerson;
    if (!isHeld) left -= 1;
    return { ...person, isHeld };
  });
  await insertNotifications(
    tx,
    notices.map(({ user_id, isHeld }) => ({
      id: newUlid(),
      tenant_id: tenantId,
      user_id,
      subject,
      is_held: isHeld,
      created_at: now.toISOString(),
    })),
  );
  for (const { user_id, email, isHeld } of notices) {
    if (isHeld) continue;
    const own = typeof text === 'string' ? text : text({ user_id, email });
    await sendServiceMail(tx, services, { to: email, subject, text: own });
  }
}

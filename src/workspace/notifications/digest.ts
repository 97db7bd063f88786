import { z } from 'zod';
import { defineJob, type MaintenanceContext, type MaintenanceTask } from '#jobs/index.ts';
import { after, DAY, HOUR } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { dayBegins } from './day.ts';
import { findHolders, takeHeld } from './repository.ts';
import { sendServiceMail } from './service-mail.ts';

const BATCH = 100;
/** The maximum number of lines in a digest. */
const MAX_LINES = 200;

/**
 * Mails each person all notifications that have been held since `until` or longer, in one mail. Taking the
 * notifications and queueing the mail are one transaction, so a second run finds only people who were not reached.
 */
async function sendDigests({ services, signal, progress }: MaintenanceContext, until: Date): Promise<void> {
  let [beyond, done] = ['', 0];
  for (;;) {
    const userIds = await findHolders(services.db, until, { beyond, take: BATCH });
    for (const userId of userIds) {
      if (signal.aborted) return;
      await sendDigest(services, userId, until);
    }
    if (userIds.length === 0) return;
    [beyond, done] = [userIds.at(-1)!, done + userIds.length];
    await progress(done, done);
  }
}

const sendDigest = (services: Services, userId: string, until: Date): Promise<void> =>
  services.db.transaction(async (tx) => {
    const held = await takeHeld(tx, userId, until);
    if (held.length === 0) return;
    const lines = held.slice(0, MAX_LINES).map(({ subject }) => `- ${subject}`);
    if (held.length > MAX_LINES) lines.push(`- and ${held.length - MAX_LINES} more`);
    await sendServiceMail(tx, services, {
      to: held[0]!.email,
      subject: `Digest: ${held.length} ${held.length === 1 ? 'notification' : 'notifications'}`,
      text: `There was more to tell you than is mailed one by one in a day:\n\n${lines.join('\n')}\n\n${services.config.consoleUrl}/console\n`,
    });
  });

/** By hand, of all that is held; the job below does it each day. */
export const digest: MaintenanceTask = {
  name: 'digest',
  daily: false,
  run: (context) => sendDigests(context, context.services.clock.now()),
};

/** The last 09:00 UTC. */
function lastTime(now: Date): Date {
  const today = after(dayBegins(now), 9 * HOUR);
  return today <= now ? today : after(today, -DAY);
}

/**
 * Sends what was held at 09:00 UTC (spec 8.4). It runs each hour, so that nothing waits for a day if no process ran
 * then.
 */
export const digestDaily = defineJob({
  name: 'notifications.digest',
  payload: z.object({}),
  tries: 5,
  schedule: '0 * * * *',
  async run({ services, signal }) {
    const now = services.clock.now();
    await sendDigests({ services, signal, progress: async () => {} }, lastTime(now));
    return signal.aborted ? now : undefined;
  },
});

import type { MaintenanceContext, MaintenanceTask } from '#jobs/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type DueHolder, findHolders, type Holder, takeHeld } from './digest-repository.ts';
import { sendServiceMail } from './service-mail.ts';

const BATCH = 100;
/** The maximum number of lines in a digest. */
const MAX_LINES = 200;

/**
 * Mails each person the held notices of a workspace that are due, or all of them, in one mail. Taking the notices and
 * queueing the mail are one transaction, so a second run finds only people who were not reached.
 */
export async function sendDigests(
  { services, signal, progress }: MaintenanceContext,
  { now, all }: { now: Date; all: boolean },
): Promise<void> {
  let [beyond, done]: [Holder, number] = [{ user_id: '', tenant_id: '' }, 0];
  for (;;) {
    const holders = await findHolders(services.db, now, { all, beyond, take: BATCH });
    for (const holder of holders) {
      if (signal.aborted) return;
      await sendDigest(services, holder);
    }
    const last = holders.at(-1);
    if (!last) return;
    [beyond, done] = [last, done + holders.length];
    await progress(done, done);
  }
}

const sendDigest = (services: Services, holder: DueHolder): Promise<void> =>
  services.db.transaction(async (tx) => {
    const held = await takeHeld(tx, holder);
    if (held.length === 0) return;
    const { email, workspace } = held[0]!;
    const list = held.slice(0, MAX_LINES).map(({ subject }) => subject);
    if (held.length > MAX_LINES) list.push(`and ${held.length - MAX_LINES} more`);
    const many = `${held.length} ${held.length === 1 ? 'notice' : 'notices'}`;
    const { consoleUrl } = services.config;
    await sendServiceMail(tx, services, {
      to: email,
      subject: workspace === null ? `Digest: ${many}` : `Digest: ${many} from ${workspace}`,
      letter: {
        workspace,
        heading: many,
        body: [
          'These notices are collected in one mail because the number of mails a day is limited:',
          { list },
        ],
        button: { label: 'Open your notices', url: `${consoleUrl}/console/notices` },
        notes: [],
        settings: `${consoleUrl}/console/notices`,
      },
    });
  });

/** Started by an operator, it sends all held notices; the job `notifications.digest` sends only those that are due. */
export const digest: MaintenanceTask = {
  name: 'digest',
  daily: false,
  run: (context) => sendDigests(context, { now: context.services.clock.now(), all: true }),
};

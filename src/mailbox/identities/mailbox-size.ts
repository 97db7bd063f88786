import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Services } from '#kernel/operation/services.ts';
import { identityMailboxFull } from './events.ts';
import { markFull } from './mailbox-size-repository.ts';

type Mailbox = { id: string; tenant_id: string; stored_bytes?: number };

/** Whether the mailbox is full (spec 8.3). */
export const isFull = ({ stored_bytes = 0 }: Pick<Mailbox, 'stored_bytes'>): boolean =>
  stored_bytes >= limits.mailbox;

/** Reports once that mail was refused, until space is freed. */
export async function reportFull(services: Services, { id, tenant_id }: Mailbox): Promise<void> {
  await services.db.transaction(async (tx) => {
    const marked = await markFull(tx, id, services.clock.now());
    if (!marked) return;
    const data = { identity_id: id, bytes: marked.bytes, limit: limits.mailbox };
    await recordEvents(tx, services, [identityMailboxFull({ tenant_id, identity_id: id, data })]);
  });
}

/** For operations that would store more mail. @throws AppError `mailbox_full` */
export function assertRoom(mailbox: Mailbox): void {
  if (!isFull(mailbox)) return;
  throw new AppError(
    'mailbox_full',
    { limit: limits.mailbox, bytes: mailbox.stored_bytes },
    { afterwards: (services) => reportFull(services, mailbox) },
  );
}

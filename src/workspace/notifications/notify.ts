import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type NoticeKind, PLATFORM } from './kinds.ts';
import type { Block } from './letter/index.ts';
import { insertNotifications, type ReaderStatus, readReaderStatus } from './repository.ts';
import { sendServiceMail } from './service-mail.ts';

export type Reader = { user_id: string; email: string };

/** A notice to people of a workspace, or to the operators. */
export type Notice = {
  /** A workspace, or `PLATFORM`. */
  tenantId: string;
  kind: NoticeKind;
  /** Identifies a notice that each reader gets only once, however often this runs; null if every notice is new. */
  once: string | null;
  people: readonly Reader[];
  subject: string;
  /** What happened and what follows from it. The console shows the first text. */
  body: readonly Block[];
  /** Where the reader acts: a page of the console. */
  path: string;
  /** The button. `urlFor` can give each reader a personal link instead of the page. */
  button: { label: string; urlFor?: ((reader: Reader) => string | null) | undefined };
  notes?: readonly string[] | undefined;
};

const MAX_SUMMARY = 300;

type Planned = Reader & { id: string; isHeld: boolean; isMailed: boolean; isListed: boolean };

/**
 * Lists a notice in the console and mails it, in the caller's transaction. Notices above the daily limit of a person or of
 * the workspace are held for the digest (spec 8.4). People who turned this kind off do not get it. Account mail (sign-in
 * links, invitations) does not use this.
 */
export async function notify(tx: Transaction, services: Services, notice: Notice): Promise<void> {
  const { tenantId, kind, once, people, subject, body, path } = notice;
  if (people.length === 0) return;
  const now = services.clock.now();
  const userIds = people.map(({ user_id }) => user_id);
  await lockNames(tx, 'notifications', [tenantId, ...userIds]);
  const standing = await readReaderStatus(tx, { tenantId, userIds, kind }, now);
  // A text column cannot hold lone surrogates or NUL, and the text may come from a stranger.
  const kept = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
  const planned = plan(people, standing);
  const written = new Set(
    await insertNotifications(
      tx,
      planned.map(({ id, user_id, isHeld, isMailed, isListed }) => ({
        id,
        tenant_id: tenantId,
        user_id,
        subject: kept(subject),
        is_held: isHeld,
        created_at: now.toISOString(),
        kind,
        summary: kept(body.find((block) => typeof block === 'string') ?? '').slice(0, MAX_SUMMARY),
        path,
        is_mailed: isMailed,
        is_listed: isListed,
        read_at: null,
        once,
      })),
    ),
  );
  for (const reader of planned)
    if (reader.isMailed && written.has(reader.id))
      await mail(tx, services, notice, standing.workspace, reader);
}

/** Decides for each reader whether the notice is mailed, held for the digest, or only listed in the console. */
function plan(people: readonly Reader[], standing: ReaderStatus): Planned[] {
  const { perPerson, perWorkspace } = limits.notificationsPerDay;
  let left = perWorkspace - standing.of_tenant;
  return people.flatMap((reader): Planned[] => {
    const { mailed = 0, by_mail = true, in_console = true } = standing.of_users[reader.user_id] ?? {};
    if (!by_mail && !in_console) return [];
    const isMailed = by_mail && left > 0 && mailed < perPerson;
    if (isMailed) left -= 1;
    return [{ ...reader, id: newUlid(), isHeld: by_mail && !isMailed, isMailed, isListed: in_console }];
  });
}

async function mail(
  tx: Transaction,
  services: Services,
  { tenantId, subject, body, path, button, notes = [] }: Notice,
  workspace: string | null,
  reader: Reader,
): Promise<void> {
  const { consoleUrl } = services.config;
  await sendServiceMail(tx, services, {
    to: reader.email,
    subject,
    letter: {
      workspace: tenantId === PLATFORM ? null : workspace,
      heading: subject,
      body,
      button: { label: button.label, url: button.urlFor?.(reader) ?? `${consoleUrl}${path}` },
      notes,
      settings: `${consoleUrl}/console/notices`,
    },
  });
}

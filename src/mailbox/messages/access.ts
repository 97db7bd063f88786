import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';
import { findMessage, type ReadOptions } from './repository.ts';
import type { MessageRow } from './stored-message.ts';

/** Whether the caller sees quarantined, hidden and throttled mail (spec 2.6). */
export const mayReview = (actor: Actor): boolean => actorMay(actor, 'quarantine:review');

type Include = Partial<Omit<ReadOptions, 'review'>>;

/** A message of the identity, if the caller may see it. @throws AppError `message_not_found` */
export async function requireMessage(
  db: Queryable,
  actor: Actor,
  identityId: string,
  messageId: string,
  include: Include = {},
): Promise<MessageRow> {
  const { quoted = false, html = false, headers = false } = include;
  const row = await findMessage(db, identityId, messageId, {
    review: mayReview(actor),
    quoted,
    html,
    headers,
  });
  if (!row) throw new AppError('message_not_found');
  return row;
}

/**
 * A message that can be replied to or forwarded. Hidden and throttled messages never can, regardless of the caller
 * (spec 4.6, send rule 7).
 * @throws AppError `message_not_found`
 */
export async function requireAnswerable(
  db: Queryable,
  actor: Actor,
  identityId: string,
  messageId: string,
  include: Include = {},
): Promise<MessageRow> {
  const row = await requireMessage(db, actor, identityId, messageId, include);
  if (row.status === 'hidden' || row.status === 'throttled') throw new AppError('message_not_found');
  return row;
}

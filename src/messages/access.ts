import { type Actor, actorMay } from '#kernel/actor.ts';
import type { Queryable } from '#kernel/database.ts';
import { AppError } from '#kernel/errors.ts';
import { findMessage, type ReadOptions } from './repository.ts';
import type { MessageRow } from './rows.ts';

/** Whether the caller sees quarantined mail (interface-spec 2.6). */
export const mayReview = (actor: Actor): boolean => actorMay(actor, 'quarantine:review');

type Include = Partial<Omit<ReadOptions, 'review'>>;

/** A message of the identity that the caller may see. @throws AppError `message_not_found` */
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

import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { findPartner } from '#workspace/partners/index.ts';

/**
 * The partner to filter by. For a partner key, another partner's id looks like an unknown one. @throws AppError
 * `partner_not_found`
 */
export async function partnerFilter(
  db: Queryable,
  actor: Actor,
  named: string | undefined,
): Promise<string | undefined> {
  if (actor.level === 'partner') {
    const own = actor.partner_id ?? '';
    if (named !== undefined && named !== own) throw new AppError('partner_not_found');
    return own;
  }
  if (named !== undefined && !(await findPartner(db, named))) throw new AppError('partner_not_found');
  return named;
}

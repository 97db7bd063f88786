import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { countIdentitiesWithin, type Owner } from './repository.ts';

/** Checks the URL of an endpoint. @throws AppError `invalid_request` unless it is https and public (spec 2.10) */
export async function requirePublicUrl({ web }: Pick<Services, 'web'>, url: string): Promise<void> {
  const message = await web.refusalOf(url);
  if (message !== null) throw invalidRequest([{ path: 'url', message }]);
}

/** Checks identities. @throws AppError `identity_not_found` if one is missing or does not belong to the owner */
export async function requireIdentities(
  db: Queryable,
  owner: Owner,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids === null) return;
  if ((await countIdentitiesWithin(db, owner, ids)) < ids.length) throw new AppError('identity_not_found');
}

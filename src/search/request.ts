import { AppError } from '#kernel/catalogue/errors.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';
import type { SearchRequest } from './schema.ts';

/** Checks of a search beyond those of its operation (spec 4.7). @throws AppError `permission_denied` */
export function requireAllowed(actor: Actor, request: SearchRequest): void {
  if (request.include_quarantined && !actorMay(actor, 'quarantine:review')) {
    throw new AppError('permission_denied', { required: ['quarantine:review'] });
  }
  if (request.mode === 'agentic') {
    if (!actorMay(actor, 'search:agentic'))
      throw new AppError('permission_denied', { required: ['search:agentic'] });
    return;
  }
}

/** Agentic searches have a separate limit and a separate count (spec 2.12, 8.1). */
export const bucketFor = ({ mode }: Pick<SearchRequest, 'mode'>): 'search' | 'agentic' =>
  mode === 'agentic' ? 'agentic' : 'search';

import { AppError } from '#kernel/catalogue/errors.ts';
import type { Level } from '#kernel/catalogue/permissions.ts';
import type { TenantRow } from './repository.ts';

type State = Pick<TenantRow, 'status' | 'suspended_by'>;

/**
 * The state after a PATCH of `status` (spec 2.2, 3.3, 4.3 rule 5). If a platform key suspends a tenant that its partner
 * suspended, the partner can no longer resume it. A partner key does not change a suspension by the platform.
 * @throws AppError `scope_denied` if a partner key resumes a tenant that a platform key suspended
 */
export function nextState(level: Level, current: State, requested: 'active' | 'suspended'): State {
  const by = level === 'platform' ? 'platform' : 'partner';
  const byPlatform = current.status === 'suspended' && current.suspended_by === 'platform';
  if (requested === 'suspended') return { status: 'suspended', suspended_by: byPlatform ? 'platform' : by };
  if (byPlatform && by === 'partner') throw new AppError('scope_denied', { field: 'status' });
  return { status: 'active', suspended_by: null };
}

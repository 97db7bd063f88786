import { AppError } from '#kernel/catalogue/errors.ts';
import type { Level } from '#kernel/catalogue/permissions.ts';
import type { TenantRow } from './repository.ts';

type State = Pick<TenantRow, 'status' | 'suspended_by'>;

/**
 * The state after a PATCH of `status` (spec 2.2, 3.3, 4.3 rule 5). A platform key takes a partner's
 * suspension over, so that the partner can no longer lift it; a partner key leaves the platform's as it is.
 * @throws AppError `scope_denied` when a partner key lifts a suspension that a platform key made
 */
export function nextState(level: Level, current: State, requested: 'active' | 'suspended'): State {
  const by = level === 'platform' ? 'platform' : 'partner';
  const byPlatform = current.status === 'suspended' && current.suspended_by === 'platform';
  if (requested === 'suspended') return { status: 'suspended', suspended_by: byPlatform ? 'platform' : by };
  if (byPlatform && by === 'partner') throw new AppError('scope_denied', { field: 'status' });
  return { status: 'active', suspended_by: null };
}

import { AppError } from '../catalogue/errors.ts';
import type { Permission } from '../catalogue/permissions.ts';
import { type Actor, actorMay } from './actor.ts';
import type { AnyOperation } from './operation.ts';

/**
 * Level and permission (interface-spec 5). A platform-only operation is out of scope for every other level whatever
 * it holds; otherwise the missing permission is named first, then the level.
 */
export function authorize(operation: AnyOperation, actor: Actor): void {
  const platformOnly = operation.levels.length === 1 && operation.levels[0] === 'platform';
  if (platformOnly && actor.level !== 'platform') throw new AppError('scope_denied', { level: 'platform' });
  const missing = requiredPermissions(operation).find((permission) => !actorMay(actor, permission));
  if (missing) throw new AppError('permission_denied', { required: missing });
  if (!operation.levels.includes(actor.level)) {
    throw new AppError('scope_denied', { levels: [...operation.levels] });
  }
}

export function requiredPermissions(operation: AnyOperation): readonly Permission[] {
  const { permission } = operation;
  if (permission === 'any key') return [];
  return typeof permission === 'string' ? [permission as Permission] : permission;
}

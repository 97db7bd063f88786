import { z } from 'zod';
import { line, pathId, timestamp } from '#kernel/operation/schema.ts';

/** The filters of a list or an export of audit rows. All given filters must match. */
export const auditFilters = {
  tenant_id: pathId('tenant', 'Only events in this tenant.').optional(),
  actor_key_id: pathId('key', 'Only actions of this key.').optional(),
  actor_user_id: pathId('user', 'Only actions of this person.').optional(),
  action: line(64, 1)
    .optional()
    .meta({ description: 'Only this action.', examples: ['tenant.create'] }),
  target_id: pathId('tenant', 'Only actions on this object, of any kind.').optional(),
  after: timestamp.optional().meta({ description: 'Only events after this time.' }),
  before: timestamp.optional().meta({ description: 'Only events before this time.' }),
};

const input = z.object(auditFilters);

export const filterOf = ({
  actor_key_id,
  actor_user_id,
  action,
  target_id,
  after,
  before,
}: z.output<typeof input>) => ({
  actor_key_id,
  actor_user_id,
  action,
  target_id,
  after,
  before,
});

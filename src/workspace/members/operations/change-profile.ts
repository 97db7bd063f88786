import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { line } from '#kernel/operation/schema.ts';
import { tenantFields } from '#workspace/tenants/index.ts';
import { changeUser } from '../repository.ts';

const profile = z.object({ name: z.string(), timezone: z.string().nullable() });

export const changeProfile = defineOperation({
  name: 'members.change_profile',
  method: 'PATCH',
  path: '/console/profile',
  summary: 'Change your own name and time zone',
  permission: 'any key',
  levels: ['platform', 'tenant'],
  target: noTarget,
  errors: ['permission_denied'],
  input: z.strictObject({
    name: line(100, 1).optional(),
    timezone: tenantFields.timezone
      .nullable()
      .optional()
      .meta({ description: 'The time zone in which the console shows times; null for that of the device.' }),
  }),
  responses: { 200: profile },
  async run({ db, actor }, { name, timezone }) {
    // A key is not a person, so it has no profile.
    if (actor.user_id === null) throw new AppError('permission_denied');
    const user = await changeUser(db, actor.user_id, { name, timezone });
    return { status: 200, body: user };
  },
});

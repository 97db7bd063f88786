import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import { givenRoles, roles } from './members-repository.ts';

export const memberSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    last_login_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Member', description: 'A member of a workspace.' });

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(givenRoles),
    invited_by: z
      .string()
      .nullable()
      .meta({ description: 'The key or the person that sent the invitation.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation', description: 'An open invitation to a workspace.' });

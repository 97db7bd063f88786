import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import type { InvitationRow, MemberRow } from './members-repository.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Roles that are given by hand: the owner is set by tenant creation or a transfer in the console (4.12). */
export const givenRoles = ['admin', 'member', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const memberSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    last_login_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Member', description: 'A person who belongs to a workspace.' });

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(givenRoles),
    invited_by: z.string().nullable().meta({ description: 'The key or the person who invited.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation', description: 'An invitation to a workspace that is not answered yet.' });

export const toMember = ({ user_id, email, name, role, last_login_at, created_at }: MemberRow) => ({
  user_id,
  email,
  name,
  role,
  last_login_at,
  created_at,
});

export const toInvitation = ({ id, email, role, invited_by, expires_at }: InvitationRow) => ({
  id,
  email,
  role,
  invited_by,
  expires_at,
});

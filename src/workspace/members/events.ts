import { z } from 'zod';
import { defineEvent } from '#events/index.ts';

export const memberInvited = defineEvent('member.invited', 'none', {
  invitation_id: z.string(),
  email_hint: z.string(),
  role: z.string(),
});
export const memberJoined = defineEvent('member.joined', 'none', { user_id: z.string(), role: z.string() });
export const memberRoleChanged = defineEvent('member.role_changed', 'none', {
  user_id: z.string(),
  from: z.string(),
  to: z.string(),
});
export const memberRemoved = defineEvent('member.removed', 'none', { user_id: z.string() });

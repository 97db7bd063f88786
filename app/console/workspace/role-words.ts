/** Roles that are given by hand, with what each may do (src/workspace/sign-in/roles.ts). */
export const givenRoles = ['admin', 'member', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const roleWords: Record<GivenRole | 'owner', { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'Everything. Nobody removes the owner.' },
  admin: { name: 'Admin', may: 'Everything in the workspace: mail, identities, keys, webhooks, people.' },
  member: { name: 'Member', may: 'Reads and sends mail, manages identities, reviews quarantine.' },
  viewer: { name: 'Viewer', may: 'Reads mail and settings, changes nothing.' },
};

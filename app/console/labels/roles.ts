/** The roles that a person can be given. */
export const givenRoles = ['admin', 'member', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

/** Every role and its rights (src/workspace/sign-in/roles.ts). */
export const roles: Record<GivenRole | 'owner', { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'Can do everything. Nobody can remove the owner.' },
  admin: { name: 'Admin', may: 'Manages mail, identities, keys, webhooks and people.' },
  member: { name: 'Member', may: 'Reads and sends mail, manages identities and reviews the quarantine.' },
  viewer: { name: 'Viewer', may: 'Reads mail and settings, and changes nothing.' },
};

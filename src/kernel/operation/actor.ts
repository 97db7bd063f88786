import { allows, type Level, type Permission } from '../catalogue/permissions.ts';

/**
 * Who is asking: an API key with its reach, or a person who is signed in to the console. Ids narrower than the level
 * are null: a platform key has none, an identity key has all of its tenant's and its own.
 */
export type Actor = {
  /** Null for a person. */
  key_id: string | null;
  /** Null for a key. */
  user_id: string | null;
  name: string;
  level: Level;
  mode: 'live' | 'test';
  partner_id: string | null;
  tenant_id: string | null;
  identity_id: string | null;
  permissions: ReadonlySet<string>;
  expires_at: string | null;
  /** The networks that a key may be used from; absent or empty for all. */
  allowed_cidrs?: readonly string[];
  /** How the tools of MCP show mail to the key; absent or null for the safe view. */
  mcp_view?: 'agent' | 'plain' | null;
  /** What all keys and people of the tenant together may ask in a minute; absent or null for no such limit. */
  tenant_requests_per_minute?: number | null;
  /** How a person signed in; absent for keys. `way` is `mail`, `passkey` or the name of a provider. */
  signed_in?: { way: string; second_factor: boolean };
  /** Permissions that the person lacks only for want of a second factor. */
  withheld?: ReadonlySet<string>;
  /** The client's address, where the transport knows it. */
  source_address?: string | null;
};

export const actorMay = (actor: Actor, permission: Permission): boolean =>
  allows(actor.permissions, actor.level, permission);

/** The identity that rate limits and Idempotency-Keys count by: the API key or the person. */
export const callerId = (actor: Actor): string => actor.key_id ?? actor.user_id ?? '';

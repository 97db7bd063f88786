import { allows, type Level, type Permission } from '../catalogue/permissions.ts';

/**
 * The caller: an API key with its reach, or a person who is signed in to the console. Ids below the level are null: a
 * platform key has none, whereas an identity key has those of its partner, its tenant and its identity.
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
  /** The identities of a key that has several, whose `identity_id` is null; absent or empty for every other key. */
  identity_ids?: readonly string[];
  permissions: ReadonlySet<string>;
  expires_at: string | null;
  /** The networks that a key may be used from; absent or empty for all. */
  allowed_cidrs?: readonly string[];
  /** How the MCP tools show mail to the key; absent or null for the safe view. */
  mcp_view?: 'agent' | 'plain' | null;
  /** The MCP tools and tool groups that the key is restricted to; absent or empty for all. */
  tools?: readonly string[];
  /** The number of requests per minute for all keys and people of the tenant together; absent or null for no limit. */
  tenant_requests_per_minute?: number | null;
  /** How a person signed in; absent for keys. `way` is `mail`, `passkey` or the name of a provider. */
  signed_in?: { way: string; second_factor: boolean };
  /** Permissions that the person lacks only because they have not confirmed a second factor. */
  withheld?: ReadonlySet<string>;
  /** The client's IP address, if the transport knows it. */
  source_address?: string | null;
};

export const actorMay = (actor: Actor, permission: Permission): boolean =>
  allows(actor.permissions, actor.level, permission);

/** The identities that a key of level `identity` reaches: one, or several. A wider key names none. */
export const identitiesOf = ({
  identity_id,
  identity_ids = [],
}: Pick<Actor, 'identity_id' | 'identity_ids'>): readonly string[] =>
  identity_ids.length > 0 || identity_id === null ? identity_ids : [identity_id];

/** Whether the key reaches exactly one mailbox, so that its calls need not name one. */
export const hasOneMailbox = ({ level, identity_ids = [] }: Pick<Actor, 'level' | 'identity_ids'>): boolean =>
  level === 'identity' && identity_ids.length === 0;

/** The identity that rate limits and Idempotency-Keys count by: the API key or the person. */
export const callerId = (actor: Actor): string => actor.key_id ?? actor.user_id ?? '';

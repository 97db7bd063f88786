import type { z } from 'zod';
import { identitiesOf } from '#kernel/operation/actor.ts';
import type { KeyRow } from './repository.ts';
import type { keyMaker, keyRecord } from './schema.ts';

export const serializeKey = (row: KeyRow): z.input<typeof keyRecord> => ({
  key_id: row.id,
  name: row.name,
  level: row.level,
  mode: row.mode,
  partner_id: row.partner_id,
  tenant_id: row.tenant_id,
  identity_id: row.identity_id,
  identity_ids: [...identitiesOf(row)],
  permissions: [...row.permissions].sort(),
  expires_at: row.expires_at,
  prefix: row.prefix,
  allowed_cidrs: row.allowed_cidrs,
  mcp_view: row.mcp_view ?? 'agent',
  tools: row.tools,
  oauth_client_id: row.oauth_client_id,
  created_by: makerOf(row),
  created_at: row.created_at,
  last_used_at: row.last_used_at,
});

function makerOf(row: KeyRow): z.input<typeof keyMaker> {
  if (row.created_by_user_id !== null) return { type: 'user', id: row.created_by_user_id };
  if (row.created_by_key_id !== null) return { type: 'key', id: row.created_by_key_id };
  return row.level === 'platform' ? { type: 'bootstrap', id: null } : null;
}

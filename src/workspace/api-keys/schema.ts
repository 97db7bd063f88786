import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { timestamp } from '#kernel/operation/schema.ts';

/** An API key (spec 2.9); the secret is never part of it. */
export const keyDescription = z
  .object({
    key_id: z.string(),
    name: z.string(),
    level: z.enum(levels),
    mode: z.enum(['live', 'test']),
    partner_id: z.string().nullable(),
    tenant_id: z.string().nullable(),
    identity_id: z.string().nullable().meta({
      description:
        'The identity of a key of level `identity`; null if the key has several, as the key of a connected application may.',
    }),
    identity_ids: z.array(z.string()).meta({
      description: 'All identities of a key of level `identity`; empty for other levels.',
    }),
    permissions: z.array(z.string()),
    expires_at: timestamp.nullable(),
    tools: z.array(z.string()).meta({
      description:
        'The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow.',
    }),
  })
  .meta({ id: 'OwnApiKey', description: 'The calling key.' });

export const keyMaker = z
  .object({
    type: z.enum(['user', 'key', 'bootstrap']),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Null for the platform key that was created at the first start.' }),
  })
  .nullable()
  .meta({ description: 'Who created the key; null if that was not recorded.' });

export const keyRecord = keyDescription
  .extend({
    prefix: z.string().nullable().meta({
      description:
        'The first 12 characters of the secret; null for older keys, for which they were not stored.',
    }),
    allowed_cidrs: z.array(z.string()).meta({
      description: 'The networks from which the key can be used. An empty list allows all networks.',
    }),
    mcp_view: z.enum(['agent', 'plain']).meta({
      description:
        'How the MCP tools show mail to this key: `agent` is the safe view for models, `plain` the mail as it arrived.',
    }),
    oauth_client_id: z.string().nullable().meta({
      description:
        'The application that uses the key with access tokens (OAuth); null for a key with a secret.',
    }),
    created_by: keyMaker,
    created_at: timestamp,
    last_used_at: timestamp
      .nullable()
      .meta({ description: 'The time of the last use, up to a minute late; null before the first use.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' });

/** The response that shows a secret. Its replay does not contain the secret (spec 4.1, rule 6). */
export const keyWithSecret = keyRecord
  .extend({
    secret: z.string().optional().meta({
      description:
        'The secret. It is shown only once and never stored, so save it. Absent in a replayed response.',
    }),
    secret_replayed: z.literal(false).optional().meta({
      description:
        'Present only in a response that is replayed for its Idempotency-Key: the secret is not shown again.',
    }),
  })
  .meta({ id: 'ApiKeyWithSecret' });

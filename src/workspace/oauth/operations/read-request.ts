import { z } from 'zod';
import { permissions } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { requireOpenRequest } from '../decide.ts';
import { assertNamed, namedInput } from '../named.ts';
import { destinationOf } from '../redirect-uri.ts';

/** The content of the consent page, before a person decides. */
export const readAccessRequest = defineOperation({
  name: 'applications.read_request',
  method: 'GET',
  path: '/console/applications/request',
  summary: 'Read the access that an application requests',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: ['access_request_not_found', 'rate_limited'],
  input: z.strictObject(namedInput),
  responses: {
    200: z.object({
      kind: z.enum(['browser', 'device']),
      name: z.string(),
      client_id: z.string(),
      client_uri: z.string().nullable(),
      /** The host whose document describes the application; null when it named itself. */
      client_host: z.string().nullable(),
      /** Where the browser goes afterwards; null for a device. */
      destination: z.object({ kind: z.enum(['web', 'computer', 'app']), name: z.string() }).nullable(),
      scopes: z.array(z.enum(permissions)),
      expires_at: timestamp,
    }),
  },
  async run({ actor, db, services }, input) {
    assertNamed(input);
    const found = await requireOpenRequest(db, services, actor, input);
    const { client_id, redirect_uri } = found;
    const body = {
      kind: found.kind,
      name: found.client_name,
      client_id,
      client_uri: found.client_uri,
      client_host: URL.canParse(client_id) ? new URL(client_id).host : null,
      destination: redirect_uri === null ? null : destinationOf(redirect_uri),
      scopes: found.scopes,
      expires_at: found.expires_at,
    };
    return { status: 200, body };
  },
});

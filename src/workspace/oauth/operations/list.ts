import { z } from 'zod';
import { actorMay, identitiesOf } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, timestamp } from '#kernel/operation/schema.ts';
import { type ApplicationRow, listApplications } from '../applications-repository.ts';

const application = z.object({
  key_id: z.string(),
  client_id: z.string(),
  name: z.string(),
  client_uri: z.string().nullable(),
  /** The person who connected it. */
  person: z.string().nullable(),
  is_own: z.boolean(),
  /** Empty for the whole workspace. */
  identity_ids: z.array(z.string()),
  permissions: z.array(z.string()),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
});

/** People who manage keys see all connections of the workspace; everybody else sees their own. */
export const listConnected = defineOperation({
  name: 'applications.list',
  method: 'GET',
  path: '/console/applications',
  summary: 'List connected applications',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject(pageInput),
  responses: { 200: pageOf(application) },
  async run(call, input) {
    const { actor, db, services } = call;
    const page = openPage(call, 'applications.list', input);
    const userId = actorMay(actor, 'keys:manage') ? null : (actor.user_id ?? '');
    const before = (page.after?.[0] as string | undefined) ?? null;
    const rows = await listApplications(
      db,
      { tenantId: actor.tenant_id ?? '', userId },
      { before, take: page.take, now: services.clock.now() },
    );
    const show = (row: ApplicationRow) => serialize(row, actor.user_id);
    return { status: 200, body: page.answer(rows, show, (row) => [row.key_id]) };
  },
});

const serialize = (row: ApplicationRow, userId: string | null): z.input<typeof application> => ({
  key_id: row.key_id,
  client_id: row.client_id,
  name: row.client_name,
  client_uri: row.client_uri,
  person: row.person,
  is_own: row.user_id === userId,
  identity_ids: [...identitiesOf(row)],
  permissions: row.permissions,
  created_at: row.created_at,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
});

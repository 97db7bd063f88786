import { z } from 'zod';
import { enqueue } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { emailAddress, id } from '#kernel/operation/schema.ts';
import { assertJobsHaveRoom } from '#mail/sending/index.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { assertNotErased } from '#workspace/tenants/index.ts';
import { insertExport } from '../exports-repository.ts';
import { exportJob } from '../jobs.ts';
import { exportSchema, exportScopes } from '../schema.ts';
import { serializeExport } from '../serialize.ts';
import { checkFields, requireIdentityOf, requireTenantReach, tenantNamed } from '../tenant-named.ts';

const needs = { counterparty: ['counterparty_address'], identity: ['identity_id'] } as const;

export const createExport = defineOperation({
  name: 'exports.create',
  method: 'POST',
  path: '/v1/exports',
  summary: 'Export the mail of an identity or with a counterparty',
  description:
    'A job creates a ZIP file with one .eml per message and a messages.json. The file is kept for 7 days. ' +
    'Quarantined, hidden and throttled messages are included if the key has `quarantine:review`. An identity ' +
    'key exports its own identity.',
  permission: 'erasure:manage',
  levels,
  target: noTarget,
  errors: ['tenant_not_found', 'identity_not_found', 'tenant_erased', 'scope_denied', 'job_queue_full'],
  example: {
    tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
    scope: 'identity',
    identity_id: 'idn_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
  },
  input: z.strictObject({
    tenant_id: id('tenant').optional().meta({
      description: 'The tenant. Required for platform and partner keys; other keys have only one.',
    }),
    scope: z.enum(exportScopes),
    identity_id: id('identity').optional(),
    counterparty_address: emailAddress.optional(),
  }),
  responses: { 202: exportSchema },
  async run(call, { tenant_id, scope, identity_id, counterparty_address }) {
    const { db, actor, services } = call;
    checkFields(scope, needs[scope], { identity_id, counterparty_address });
    const tenant = await tenantNamed(db, actor, tenant_id);
    assertNotErased(actor, tenant);
    if (scope === 'counterparty') requireTenantReach(actor, scope);
    if (identity_id !== undefined) await requireIdentityOf(db, actor, tenant.id, identity_id);
    await assertJobsHaveRoom(db, tenant.id);
    const now = services.clock.now();
    const row = await insertExport(db, {
      id: newId('export'),
      tenant_id: tenant.id,
      scope,
      identity_id: identity_id ?? null,
      counterparty_address: counterparty_address?.toLowerCase() ?? null,
      with_kept_back: mayReview(actor),
      created_by_key_id: actor.key_id,
      created_at: now.toISOString(),
      expires_at: after(now, limits.exportDays * DAY).toISOString(),
    });
    await enqueue(db, exportJob, { tenant_id: tenant.id, export_id: row.id });
    await recordAudit(db, call, {
      action: 'export.create',
      target_type: 'export',
      target_id: row.id,
      tenant_id: row.tenant_id,
      details: { scope, ...(identity_id && { identity_id }) },
    });
    return { status: 202, body: serializeExport(call, row) };
  },
});

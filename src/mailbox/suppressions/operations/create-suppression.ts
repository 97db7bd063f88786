import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { line, multiline, pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { formsOf, hintOf } from '../blind.ts';
import { requireAddress } from '../names.ts';
import { findSuppression, reasons } from '../repository.ts';
import { suppressionItem } from '../schema.ts';
import { serializeSuppression } from '../serialize.ts';
import { suppress } from '../suppress.ts';

export const createSuppression = defineOperation({
  name: 'suppressions.create',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/suppressions',
  summary: 'Suppress an address',
  description:
    'Stops all mail to the address: deliveries to it become `suppressed`. Returns 200 with the existing ' +
    'suppression if there is one; a complaint replaces any other reason.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['address_invalid', 'address_unsupported', 'tenant_erased'],
  example: { address: 'ada@example.com', reason: 'manual', note: 'Asked us by phone.' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    address: line(1_024, 1),
    reason: z.enum(reasons).default('manual'),
    note: multiline(1_000).nullish(),
  }),
  responses: { 200: suppressionItem, 201: suppressionItem },
  async run(call, input) {
    const { db, target, services } = call;
    const now = services.clock.now();
    const address = requireAddress(input.address);
    const { reason, note } = input;
    const [isNew] = await suppress(
      services,
      db,
      [{ tenant_id: target.id, address, reason, note: note ?? null }],
      now,
    );
    const row = await findSuppression(db, target.id, formsOf(services.keyRing, target.id, address), now);
    await recordAudit(db, call, {
      action: 'suppression.create',
      target_type: 'suppression',
      target_id: row!.id,
      tenant_id: target.id,
      details: { reason: row!.reason, address_hint: hintOf(row!.address), is_new: isNew ?? false },
    });
    return { status: isNew ? 201 : 200, body: serializeSuppression(row!, call.actor) };
  },
});

import { Readable } from 'node:stream';
import { z } from 'zod';
import { bytes, defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { features } from '#workspace/billing/index.ts';
import { listTenants as findPage, partnerFilter } from '#workspace/tenants/index.ts';
import { type TenantUsage, usageOf } from '../tenants.ts';

const ROWS = 200;

export const exportTenants = defineOperation({
  name: 'usage.export_tenants',
  method: 'GET',
  path: '/v1/usage/tenants/export',
  summary: 'Export the plans and the usage of tenants as CSV',
  description:
    'Returns the same rows as the list, as CSV (RFC 4180, UTF-8) with a header. Texts that a spreadsheet would treat as a ' +
    "formula begin with an apostrophe. 'granted' is empty where nothing is metered.",
  permission: 'usage:read',
  levels: ['platform', 'partner'],
  target: noTarget,
  errors: ['partner_not_found'],
  input: z.strictObject({ partner_id: pathId('partner', 'Only tenants of this partner.').optional() }),
  responses: { 200: bytes('text/csv; charset=utf-8', 'One tenant per line.') },
  async run(call, input) {
    const { db, services } = call;
    const partnerId = await partnerFilter(db, call.actor, input.partner_id);
    await recordAudit(db, call, {
      action: 'usage.export',
      target_type: partnerId === undefined ? 'deployment' : 'partner',
      target_id: partnerId ?? 'deployment',
      tenant_id: null,
    });
    const lines = Readable.from(linesOf(services, partnerId));
    return {
      status: 200,
      body: {
        content: Readable.toWeb(lines) as ReadableStream<Uint8Array>,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="usage.csv"',
        },
      },
    };
  },
});

const header = [
  'tenant_id',
  'slug',
  'name',
  'partner_id',
  'billing',
  'plan_id',
  'plan_status',
  'current_period_end',
  'cancel_at_period_end',
  ...features.flatMap((feature) => [`${feature}_used`, `${feature}_granted`]),
];

const rowOf = ({ plan, features: amounts, ...tenant }: TenantUsage): (string | number | boolean | null)[] => [
  tenant.tenant_id,
  tenant.slug,
  tenant.name,
  tenant.partner_id,
  tenant.billing,
  plan.plan_id,
  plan.status,
  plan.current_period_end as string | null,
  plan.cancel_at_period_end,
  ...amounts.flatMap(({ used, granted }) => [used, granted]),
];

/** Tenants choose their names, so a name must not become a formula in somebody else's spreadsheet. */
function cellOf(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const lineOf = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`;

async function* linesOf(services: Services, partnerId: string | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lineOf(header));
  const filter = { partner_id: partnerId, status: undefined, mode: undefined };
  for (let beyond: string | null = null; ; ) {
    const rows = await findPage(services.db, filter, { beyond, take: ROWS });
    const lines = (await usageOf(services, services.db, rows)).map((each) => lineOf(rowOf(each)));
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    beyond = last.id;
  }
}

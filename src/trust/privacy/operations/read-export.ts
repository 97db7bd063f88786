import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, type Target } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { type ExportRow, findExport } from '../exports-repository.ts';
import { exportSchema } from '../schema.ts';
import { serializeExport } from '../serialize.ts';

const exportTarget: Target<ExportRow> = {
  param: 'export_id',
  notFound: 'export_not_found',
  async resolve(db, actor, id) {
    const row = await findExport(db, actor, id);
    if (!row) throw new AppError('export_not_found');
    return row;
  },
  tenantOf: (row) => row.tenant_id,
};

export const readExport = defineOperation({
  name: 'exports.get',
  method: 'GET',
  path: '/v1/exports/{export_id}',
  summary: 'Read an export',
  description:
    'Returns the export with a new `download_url` on each call, which is valid for 7 days or until the ' +
    'export expires. Anyone with the link can download the file. The link is null for keys without ' +
    '`quarantine:review` when the file contains quarantined mail.',
  permission: 'erasure:manage',
  levels,
  target: exportTarget,
  errors: ['export_not_found'],
  input: z.strictObject({ export_id: pathId('export') }),
  responses: { 200: exportSchema },
  run: async (call) => ({ status: 200, body: serializeExport(call, call.target) }),
});

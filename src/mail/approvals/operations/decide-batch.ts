import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { id, pathId } from '#kernel/operation/schema.ts';
import { type TenantRow, writableTenantTarget } from '#workspace/tenants/index.ts';
import { prepareApproval, prepareRejection } from '../decide.ts';
import { decidingErrors } from '../deciding-operation.ts';
import { findApproval } from '../repository.ts';
import { batchName, comment, seenHash } from '../schema.ts';

const MOST_AT_ONCE = 50;

const result = z
  .object({
    approval_id: z.string(),
    outcome: z.enum(['approved', 'rejected', 'failed']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'ApprovalOutcome' });

const input = z.strictObject({
  tenant_id: pathId('tenant'),
  name: batchName.meta({ description: 'The name of the batch in the audit log.' }),
  decision: z.enum(['approve', 'reject']),
  comment: comment.optional().meta({ description: 'Required for reject.' }),
  approvals: z
    .array(z.strictObject({ id: id('approval'), content_sha256: seenHash }))
    .min(1)
    .max(MOST_AT_ONCE),
});
type Input = z.output<typeof input>;

export const decideBatch = defineOperation({
  name: 'approvals.decide_batch',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/approvals/decide',
  summary: 'Approve or reject several sends',
  description:
    'Approves or rejects each of the sends as one named batch. Each one is decided separately: if one ' +
    'fails, for example because its content has changed since it was shown, the others stay decided. A repeated request decides nothing twice.',
  permission: 'sends:approve',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  // Each decision has its own transaction.
  execution: { mode: 'batched', idempotency: { key: 'ignored' } },
  errors: [...decidingErrors, 'tenant_erased'],
  example: {
    name: 'Replies of Monday',
    decision: 'approve',
    approvals: [{ id: 'apr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', content_sha256: 'a'.repeat(64) }],
  },
  input,
  responses: { 200: z.object({ name: z.string(), results: z.array(result) }) },
  async run(call, given) {
    const results: z.input<typeof result>[] = [];
    // One after the other, because each may wait for the caps of the tenant.
    for (const each of given.approvals) results.push(await decideOne(call, given, each));
    return { status: 200, body: { name: given.name, results } };
  },
});

type BatchCall = Call<TenantRow, 'POST'>;

async function decideOne(
  call: BatchCall,
  { name, decision, comment: given }: Input,
  { id: approval_id, content_sha256 }: Input['approvals'][number],
): Promise<z.input<typeof result>> {
  const said = given ?? null;
  try {
    const approval = await findApproval(call.services.db, approval_id, { tenantId: call.target.id });
    if (!approval) throw new AppError('approval_not_found');
    if (decision === 'reject' && !said) throw new AppError('invalid_request', undefined, noComment);
    const verdict = { comment: said, batch: name, seen: content_sha256, at: call.services.clock.now() };
    const deciding = { ...call, db: call.services.db };
    const write =
      decision === 'approve'
        ? (await prepareApproval(deciding, approval, verdict, null)).write
        : await prepareRejection(deciding, approval, verdict);
    await call.services.db.transaction(write);
    return { approval_id, outcome: decision === 'approve' ? 'approved' : 'rejected', error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await error.afterwards?.(call.services);
    return { approval_id, outcome: 'failed', error: { code: error.code, message: error.message } };
  }
}

const noComment = { message: 'Send a comment, which a rejection needs.' };

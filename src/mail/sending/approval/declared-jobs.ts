import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

const payload = z.object({ approval_id: z.string(), tenant_id: z.string() });

/** Notifies the people who may decide. The room `approvals` runs it. */
export const approvalNotice = declareJob({ name: 'approvals.notify', payload, tries: 10 });

/** Expires an approval that nobody decided in time. The room `approvals` runs it. */
export const approvalExpiry = declareJob({ name: 'approvals.expire', payload, tries: 25 });

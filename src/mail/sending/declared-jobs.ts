import { z } from 'zod';
import { declareJob, jobTenant } from '#jobs/index.ts';

const payload = z.object({ approval_id: z.string(), tenant_id: z.string() });

/** Notifies the people who may decide. The room `approvals` runs it. */
export const approvalNotice = declareJob({ name: 'approvals.notify', payload, tries: 10 });

/** Expires an approval that nobody decided in time. The room `approvals` runs it. */
export const approvalExpiry = declareJob({ name: 'approvals.expire', payload, tries: 25 });

/** A later step of the simulator. */
export const simulationJob = declareJob({
  name: 'sending.simulate',
  payload: z.object({ tenant_id: jobTenant, message_id: z.string(), address: z.string(), step: z.int() }),
  tries: 10,
});

/** A delivery report that an identity received about a message that it sent. */
const reportPayload = z.object({
  tenant_id: z.string().nullable().default(null),
  identity_id: z.string(),
  /** The Message-ID of the returned message, with angle brackets. */
  rfc_message_id: z.string().nullable(),
  /** Thread tokens in the address that the report came to, and in the returned Reply-To; not verified yet. */
  tokens: z.array(z.string()),
  /** The domain that the report is authenticated for; null if it is not authenticated. */
  reporter: z.string().nullable().default(null),
  recipients: z.array(
    z.object({
      addresses: z.array(z.string()),
      outcome: z.enum(['delivered', 'deferred', 'bounced', 'complained']),
      bounce_type: z.enum(['hard', 'soft']).nullable(),
      smtp_code: z.number().nullable(),
      enhanced_code: z.string().nullable(),
      smtp_response: z.string().nullable(),
    }),
  ),
});

/** Applies a delivery report. */
export const deliveryReportJob = declareJob({
  name: 'sending.delivery_report',
  payload: reportPayload,
  tries: 10,
});
export type ReportPayload = z.output<typeof reportPayload>;

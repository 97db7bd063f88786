import { z } from 'zod';
import type { Job } from '#jobs/index.ts';
import { enqueue } from '#jobs/index.ts';
import type { Transaction } from '#kernel/database.ts';
import type { NewMessage } from '#messages/index.ts';
import { splitThreadToken } from '#threads/index.ts';
import type { Copy } from './copies.ts';

/** What a report that came to an identity says about a message that the identity sent. */
const payload = z.object({
  identity_id: z.string(),
  /** Of the returned message, with angle brackets. */
  rfc_message_id: z.string().nullable(),
  /** Thread tokens in the address that the report came to, and in the returned Reply-To; not verified yet. */
  tokens: z.array(z.string()),
  recipients: z.array(
    z.object({
      addresses: z.array(z.string()),
      outcome: z.enum(['delivered', 'bounced', 'complained']),
      bounce_type: z.enum(['hard', 'soft']).nullable(),
      smtp_code: z.number().nullable(),
      enhanced_code: z.string().nullable(),
      smtp_response: z.string().nullable(),
    }),
  ),
});
export type ReportPayload = z.output<typeof payload>;

/** The job that the sending room does: it knows what was sent, and whether the report can be true. */
export const deliveryReport = {
  name: 'sending.delivery_report',
  payload,
  tries: 10,
} as const satisfies Pick<Job<typeof payload>, 'name' | 'payload' | 'tries'>;

/**
 * Hands the reports among the stored copies on. One that claims a sender it fails to authenticate for is left out:
 * it stays mail like any other.
 */
export async function enqueueReports(
  tx: Transaction,
  copies: readonly { copy: Copy; message: NewMessage }[],
): Promise<void> {
  for (const { copy, message } of copies) {
    const { parsed, authentication } = copy.delivery.processed;
    if (parsed.report === null || authentication.verdict === 'fail') continue;
    const returned = parsed.report.replyTo === null ? null : splitThreadToken(parsed.report.replyTo).token;
    await enqueue(tx, deliveryReport, {
      identity_id: message.identity_id,
      rfc_message_id: parsed.report.messageId,
      tokens: [copy.token, returned].filter((token) => token !== null),
      recipients: parsed.report.recipients,
    });
  }
}

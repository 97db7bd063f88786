import { enqueueMany } from '#jobs/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { deliveryReportJob } from '#mail/sending/index.ts';
import type { NewMessage } from '#mailbox/messages/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import type { Copy } from './copies.ts';

/**
 * Passes on the delivery reports among the stored copies, each with its possible proof: the tokens in its addresses,
 * and the domain for which it is authenticated. The room `sending` decides whether the proof suffices. In both cases
 * the report stays in the mailbox.
 */
export const enqueueReports = (
  tx: Transaction,
  copies: readonly { copy: Copy; message: NewMessage }[],
): Promise<void> =>
  enqueueMany(
    tx,
    deliveryReportJob,
    copies.flatMap(({ copy, message }) => {
      const { parsed, authentication } = copy.delivery.processed;
      if (parsed.report === null) return [];
      const returned = parsed.report.replyTo === null ? null : splitThreadToken(parsed.report.replyTo).token;
      return {
        tenant_id: message.tenant_id,
        identity_id: message.identity_id,
        rfc_message_id: parsed.report.messageId,
        tokens: [copy.token, returned].filter((token) => token !== null),
        reporter: authentication.verdict === 'pass' ? authentication.domain : null,
        recipients: parsed.report.recipients,
      };
    }),
  );

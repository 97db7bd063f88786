import { enqueueMany } from '#jobs/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { deliveryReportJob } from '#mail/sending/index.ts';
import type { NewMessage } from '#mailbox/messages/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import type { Copy } from './copies.ts';

/**
 * Hands the reports among the stored copies on, each with what may prove it: the tokens in its addresses, and the domain
 * that it is authenticated for. Sending decides whether that is enough; the report stays mail either way.
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

import type { Target } from '#kernel/operation/operation.ts';
import { isWellFormedId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { mayReview } from './access.ts';
import { findMessage } from './repository.ts';
import type { MessageRow } from './stored-message.ts';

type Mailbox = Awaited<ReturnType<typeof mailboxTarget.resolve>>;

/**
 * A mailbox for an operation on one message. `early` is the message without its large parts, read in advance if the request
 * needs only these; it is null if the message does not exist or was not read.
 */
type MailboxOfMessage = Mailbox & { early: Promise<MessageRow | null> | null };

/**
 * The mailbox of one message. A plain read looks for both at once, so that their statements leave in one write, which costs
 * more than running them. The row is used only if the mailbox is within reach, because otherwise this throws.
 */
export const messageTarget: Target<MailboxOfMessage> = {
  ...mailboxTarget,
  async resolve(db, actor, id, asked) {
    const messageId = asked?.message_id;
    const isPlain = asked !== undefined && asked.include === undefined && asked.view === undefined;
    const early =
      isPlain && isWellFormedId(messageId)
        ? findMessage(db, id, messageId, {
            review: mayReview(actor),
            ...{ quoted: false, html: false, headers: false },
          })
        : null;
    // An error is reported where the promise is awaited. If the mailbox is out of reach, nobody awaits it.
    early?.catch(() => undefined);
    return { ...(await mailboxTarget.resolve(db, actor, id)), early };
  },
};

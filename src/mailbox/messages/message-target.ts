import type { Target } from '#kernel/operation/operation.ts';
import { isWellFormedId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { mayReview } from './access.ts';
import { findMessage } from './repository.ts';
import type { MessageRow } from './stored-message.ts';

type Mailbox = Awaited<ReturnType<typeof mailboxTarget.resolve>>;

/** `early`: the message without its large parts, where no other part was asked for; null where it is missing or was not read. */
type MailboxOfMessage = Mailbox & { early: Promise<MessageRow | null> | null };

/**
 * The mailbox of one message. A plain read looks for both at once: their statements leave in one write, which costs more than
 * running them. The row counts only when the mailbox is within reach, because this fails otherwise.
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
    // Reported where it is awaited; nobody awaits it when the mailbox is out of reach.
    early?.catch(() => undefined);
    return { ...(await mailboxTarget.resolve(db, actor, id)), early };
  },
};

import type { AddressRow, IdentityRow } from '#identities/index.ts';
import type { MessageRow } from '#messages/index.ts';
import { type Mailbox, replyReferences, replySubject } from './compose/index.ts';
import type { Draft } from './draft.ts';
import type { AttachmentInput } from './schema.ts';

type AnswerInput = {
  to: Mailbox[];
  cc: Mailbox[];
  text?: string | undefined;
  html?: string | undefined;
  attachments: AttachmentInput[];
  kind: Draft['kind'];
};

/**
 * A reply as a draft (interface-spec 4.6, rule 7): in the original's thread, with its threading headers, from the
 * address that the counterparty wrote to while that still sends, else from the primary.
 */
export function answerDraft(
  identity: IdentityRow,
  original: MessageRow,
  own: readonly AddressRow[],
  input: AnswerInput,
): Draft {
  const { inReplyTo, references } = replyReferences({
    messageId: original.rfc_message_id,
    inReplyTo: original.in_reply_to,
    references: original.references,
  });
  return {
    identity,
    to: input.to,
    cc: input.cc,
    bcc: [],
    fromAddress: addressWrittenTo(original, own),
    subject: replySubject(original.subject),
    text: input.text ?? null,
    html: input.html ?? null,
    attachments: input.attachments,
    kind: input.kind,
    threadId: original.thread_id,
    inReplyTo,
    references,
    answersAutomated: original.trust?.automated ?? false,
    labels: [],
    headers: {},
    metadata: {},
    unsubscribe: null,
    hasConsent: false,
  };
}

function addressWrittenTo(original: MessageRow, own: readonly AddressRow[]): string | null {
  const used =
    original.direction === 'inbound' ? original.delivered_to : (original.from?.address.toLowerCase() ?? null);
  const address = own.find((row) => row.address === used);
  return address && (address.status === 'active' || address.status === 'retiring') ? address.address : null;
}

import PostalMime, { type Address } from 'postal-mime';
import type { Envelope } from '#kernel/ports/mail-transport.ts';

/** The fields of `POST /emails` with the content of a message (resend.com/docs/api-reference/emails/send-email). */
export type ResendMessage = {
  from: string;
  subject: string;
  text?: string;
  html?: string;
  reply_to?: string[];
  headers: Record<string, string>;
  attachments?: { filename: string; content: string; content_type: string; content_id?: string }[];
};
export type ResendRecipients = { to: string[]; cc: string[]; bcc: string[] };

/** Header fields that the API takes separately or that the provider writes itself. */
const NOT_HEADERS =
  /^(?:from|to|cc|bcc|reply-to|subject|date|sender|return-path|received|mime-version|dkim-signature|content-.*)$/i;

/** Splits a composed message into these fields. `visible`: addresses in To and Cc, in lower case. */
export async function readForResend(
  raw: Uint8Array,
): Promise<{ message: ResendMessage; visible: { to: Set<string>; cc: Set<string> } }> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const replyTo = (mail.replyTo ?? []).map(format);
  const attachments = mail.attachments.map(({ filename, content, mimeType, contentId }) => ({
    filename: filename ?? 'attachment',
    content: String(content),
    content_type: mimeType,
    ...(contentId && { content_id: contentId.replace(/^<|>$/g, '') }),
  }));
  const message: ResendMessage = {
    from: mail.from ? format(mail.from) : '',
    subject: mail.subject ?? '',
    ...(mail.text !== undefined && { text: mail.text }),
    ...(mail.html !== undefined && { html: mail.html }),
    ...(replyTo.length > 0 && { reply_to: replyTo }),
    headers: Object.fromEntries(
      mail.headers
        .filter(({ key }) => !NOT_HEADERS.test(key))
        .map(({ originalKey, value }) => [originalKey, value] as const),
    ),
    ...(attachments.length > 0 && { attachments }),
  };
  return { message, visible: { to: addressesIn(mail.to), cc: addressesIn(mail.cc) } };
}

const format = ({ name, address }: Address): string => {
  if (!name) return address ?? '';
  return `"${name.replaceAll(/[\\"]/g, '\\$&')}" <${address ?? ''}>`;
};

const addressesIn = (list: readonly Address[] = []): Set<string> =>
  new Set(list.flatMap(({ address }) => (address ? [address.toLowerCase()] : [])));

/**
 * Splits the envelope into requests. Resend requires an address in `to`. Without a visible recipient, each hidden recipient
 * gets a request of their own, so that none learns of another.
 */
export function splitRecipients(
  envelope: Envelope,
  visible: { to: ReadonlySet<string>; cc: ReadonlySet<string> },
): ResendRecipients[] {
  const seen = { to: [] as string[], cc: [] as string[], bcc: [] as string[] };
  for (const address of envelope.to) {
    const key = address.toLowerCase();
    if (visible.to.has(key)) seen.to.push(address);
    else if (visible.cc.has(key)) seen.cc.push(address);
    else seen.bcc.push(address);
  }
  if (seen.to.length > 0) return [seen];
  if (seen.cc.length > 0) return [{ to: seen.cc, cc: [], bcc: seen.bcc }];
  return seen.bcc.map((address) => ({ to: [address], cc: [], bcc: [] }));
}

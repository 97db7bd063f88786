import type { MailComposerAttachment } from 'nodemailer/lib/mail-composer';
import { CompositionError } from './composition-error.ts';
import { attachmentFilename } from './header-text.ts';

/** An attachment with its bytes (spec 4.6 rule 6). `contentId` has no angle brackets; HTML names it `cid:…`. */
export type ComposeAttachment = {
  filename: string | null;
  contentType: string;
  content: Uint8Array;
  disposition: 'attachment' | 'inline';
  contentId: string | null;
};

const CONTENT_TYPE =
  /^([a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})((?:\s*;.{0,500})?)$/is;
/** Parameters that say how to read the bytes. The service sets all others, such as `boundary` and `name`. */
const KEPT_PARAMETER =
  /(?:^|;)\s*(charset|method|format|version)=(?:"([\w .:+-]{1,60})"|([\w.:+-]{1,60}))\s*(?=;|$)/gi;
const CONTENT_ID = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.@]{1,250}$/;
const OCTETS = 'application/octet-stream';

const readContentType = (input: string): { type: string; parameters: string } => {
  const match = CONTENT_TYPE.exec(input.trim());
  const type = match?.[1]?.toLowerCase() ?? OCTETS;
  const kept = [...(match?.[2] ?? '').matchAll(KEPT_PARAMETER)];
  const parameters = kept.map(
    ([, name, quoted, token]) => `; ${name?.toLowerCase()}="${quoted ?? token ?? ''}"`,
  );
  return { type, parameters: [...new Set(parameters)].join('') };
};

/** Whether the content is seven-bit with lines of at most 998 octets (RFC 5322), so that it needs no encoding. */
const isSevenBit = (content: Buffer): boolean => {
  let lineLength = 0;
  for (const byte of content) {
    if (byte === 0 || byte > 0x7f) return false;
    lineLength = byte === 0x0a || byte === 0x0d ? 0 : lineLength + 1;
    if (lineLength > 998) return false;
  }
  return true;
};

const withCrlf = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');

/**
 * A composite type must not be transfer-encoded (RFC 2045 6.4): a forwarded message is sent as
 * message/rfc822 if it is seven-bit, and otherwise, like any other composite type, as plain octets,
 * which mail programs still open because of the extension `.eml`.
 */
const typeAndContent = (contentType: string, content: Buffer) => {
  const { type, parameters } = readContentType(contentType);
  if (type === 'message/rfc822' && isSevenBit(content)) {
    return { contentType: type, content: withCrlf(content), contentTransferEncoding: '7bit' };
  }
  const composite = /^(?:message|multipart)\//.test(type);
  return {
    contentType: composite ? OCTETS : type + parameters,
    content,
    contentTransferEncoding: 'base64',
  };
};

const checkedContentId = (contentId: string | null, path: string): string | null => {
  if (contentId === null) return null;
  const id = contentId.trim().replace(/^<(.*)>$/, '$1');
  if (!CONTENT_ID.test(id)) {
    throw new CompositionError(
      path,
      'Use a content id of at most 250 ASCII characters, without spaces or angle brackets.',
    );
  }
  return id;
};

/** The input of MailComposer. Only inline parts with an id become related to the HTML; the others are separate. */
export const composeAttachments = (attachments: readonly ComposeAttachment[]): MailComposerAttachment[] =>
  attachments.map((attachment, index) => {
    const bytes = attachment.content;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const contentId = checkedContentId(attachment.contentId, `attachments.${index}.content_id`);
    const related = contentId !== null && attachment.disposition === 'inline';
    const filename = attachmentFilename(attachment.filename);
    return {
      ...typeAndContent(attachment.contentType, content),
      ...(filename === null ? {} : { filename }),
      contentDisposition: attachment.disposition,
      ...(related ? { cid: contentId } : {}),
      ...(contentId !== null && !related ? { headers: { 'Content-Id': `<${contentId}>` } } : {}),
    };
  });

import type { Inspection } from '#content/files/index.ts';
import { FILE_CHARACTERS, type MessageReading, readMessage } from '#content/reading/index.ts';
import { decodeText } from './charset.ts';
import type { Mailbox, ParsedAttachment, ParsedMessage } from './types.ts';

/** The result of the built-in reader for a parsed message. Never throws: null means that it could not read it. */
export function readContent(
  parsed: ParsedMessage,
  inspections: readonly Inspection[],
): MessageReading | null {
  try {
    const content = {
      from: parsed.from && named(parsed.from),
      reply_to: parsed.replyTo.map(named),
      subject: parsed.subject,
      extracted_text: parsed.extractedText,
      text: parsed.text,
      html: parsed.sentHtml ?? parsed.html,
      headers: parsed.headers,
      automated: parsed.automated,
      attachments: parsed.attachments.map((file, position) => {
        const { contentType, risk } = inspections[position]!;
        const { filename } = file;
        // The attachment has no id yet: evidence names its place, which the one who stores it turns into an id.
        return {
          id: String(position),
          filename,
          content_type: contentType,
          risk,
          text: textOf(file, contentType),
        };
      }),
    };
    return readMessage(content, { shownHtml: parsed.html });
  } catch {
    return null;
  }
}

/** The maximum number of bytes of a character in UTF-8. */
const CHARACTER_BYTES = 4;

/** Whether a file is read with its message. The text of other kinds is extracted after the message is stored. */
export const isReadWithMessage = (contentType: string): boolean =>
  contentType.startsWith('text/') && contentType !== 'text/html';

function textOf({ content }: ParsedAttachment, contentType: string): string | null {
  if (!isReadWithMessage(contentType)) return null;
  return decodeText(content.subarray(0, FILE_CHARACTERS * CHARACTER_BYTES), undefined).slice(
    0,
    FILE_CHARACTERS,
  );
}

const named = ({ address, name }: Mailbox) => ({ address, name: name || null });

import type { Inspection } from '#content/files/index.ts';
import { type RulesReading, readByRules } from '#content/reading/index.ts';
import type { Mailbox, ParsedMessage } from './types.ts';

/**
 * The result of the built-in triage rules for a parsed message. Never throws: null means that they could not read it.
 */
export function readContent(parsed: ParsedMessage, inspections: readonly Inspection[]): RulesReading | null {
  try {
    return readByRules({
      from: parsed.from && named(parsed.from),
      reply_to: parsed.replyTo.map(named),
      subject: parsed.subject,
      extracted_text: parsed.extractedText,
      text: parsed.text,
      html: parsed.html,
      headers: parsed.headers,
      automated: parsed.automated,
      attachments: parsed.attachments.map(({ filename }, position) => {
        const { contentType, risk } = inspections[position]!;
        return { filename, content_type: contentType, risk };
      }),
    });
  } catch {
    return null;
  }
}

const named = ({ address, name }: Mailbox) => ({ address, name: name || null });

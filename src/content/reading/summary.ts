import { clip } from '#kernel/base/clip.ts';
import { type Content, SUMMARY_CHARACTERS } from './message.ts';

const greeting =
  /^(hi|hello|hey|dear|good (morning|afternoon|evening)|hallo|guten (tag|morgen)|sehr geehrte|liebe|bonjour|bonsoir|coucou|hola|buenos|buenas|estimad|ciao|buongiorno|gentile|ol[aá]|boa|goedemiddag|beste|hoi)\b[^.!?\n]{0,40}[,!.:\n]/i;
export const MIN_SENTENCE = 12;

/** The message in one line, in its own words: the first sentence that says something, after its subject. */
export function summaryOf({ subject, extracted_text }: Pick<Content, 'subject' | 'extracted_text'>): string {
  const title = oneLine(subject);
  const body = clip(extracted_text, 2_000).trimStart().replace(greeting, '').trim();
  const sentences = body
    .split(/(?<=[.!?。！？])\s|\n{2,}/)
    .map(oneLine)
    .filter((sentence) => sentence.length >= MIN_SENTENCE);
  const said = sentences[0] ?? oneLine(body);
  return cut([title, said].filter(Boolean).join(': '));
}

/** Whitespace, control and direction characters become single spaces. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** At most 200 characters, cut at a word where there is one, and well-formed whatever was given. */
export function cut(given: string): string {
  const line = given.toWellFormed();
  if (line.length <= SUMMARY_CHARACTERS) return line;
  const head = clip(line, SUMMARY_CHARACTERS - 1);
  const space = head.lastIndexOf(' ');
  return `${space > SUMMARY_CHARACTERS / 2 ? head.slice(0, space) : head}…`;
}

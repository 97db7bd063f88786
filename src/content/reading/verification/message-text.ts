import { textOfHtml } from './html.ts';

/** What the finder reads of a message. All of it was written by a stranger. */
export type VerificationInput = {
  /** The sender's address. */
  from?: string | null;
  subject: string;
  text: string;
  html: string | null;
};

/** A verification says what it wants at its beginning; what lies further down is not read. */
const MAX_TEXT = 12_000;
const MAX_HTML = 200_000;
/** A text this short may only point to the html. */
const STUB = 400;

/** The same message cut to what is read; its text with that of the html where it may only point there. */
export function bounded({ from, subject, text, html }: VerificationInput): VerificationInput {
  const shown = html?.slice(0, MAX_HTML) ?? null;
  const isStub = shown !== null && text.length < STUB;
  return {
    from: from ?? null,
    subject: subject.slice(0, 1_000),
    text: (isStub ? `${text}\n${textOfHtml(shown)}` : text).slice(0, MAX_TEXT),
    html: shown,
  };
}

import { findCode } from './code.ts';
import { textOfHtml } from './html.ts';
import { findLink } from './link.ts';

/** What the finder reads of a message. All of it was written by a stranger. */
export type VerificationInput = { subject: string; text: string; html: string | null };

/** A one-time code, and a link that confirms or lets in; null where there is none. */
export type Verification = { code: string | null; link: string | null };

/** A verification says what it wants at its beginning; what lies further down is not read. */
const MAX_TEXT = 12_000;
const MAX_HTML = 200_000;
/** A text this short may only point to the html. */
const STUB = 400;

/**
 * Finds the one-time code and the verification link of a message, or null when it has neither. Pure, linear in its
 * bounded input: safe on whatever a stranger writes.
 */
export function findVerification({ subject, text, html }: VerificationInput): Verification | null {
  const bounded = { subject: subject.slice(0, 1_000), text: text.slice(0, MAX_TEXT) };
  const fromText = findCode(bounded);
  const isStub = fromText === null && html !== null && bounded.text.length < STUB;
  const code = isStub ? findCode({ ...bounded, text: textOfHtml(html).slice(0, MAX_TEXT) }) : fromText;
  const link = findLink({ ...bounded, html: html?.slice(0, MAX_HTML) ?? null });
  return code === null && link === null ? null : { code, link };
}

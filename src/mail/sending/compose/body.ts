import { cleanBody } from './header-text.ts';
import { textFromHtml } from './html-text.ts';

/** The body of a message and its appendices. `html` of a signature may be null (spec 2.4). */
export type BodyInput = {
  text: string | null;
  html: string | null;
  signature: { text: string; html: string | null } | null;
  /** The AI-disclosure footer of the tenant's policy, where it applies to this message. */
  disclosure: { text: string } | null;
  /**
   * The forwarded content, which comes below everything else. If its `html` is null, the message has HTML only if the
   * sender wrote some.
   */
  quoted?: { text: string; html: string | null } | null;
};

/** The final body, with LF line ends. `html` is null if the message has none. */
export type Body = { text: string; html: string | null };

const LAST_CLOSING_TAG = /<\/(?:body|html)\s*>/gi;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const textAsHtml = (text: string): string =>
  escapeHtml(cleanBody(text).trim()).replaceAll('\n', '<br>\n');

const finalText = (text: string, { signature, disclosure, quoted }: BodyInput): string => {
  const parts = [text.trimEnd()];
  // Mail programs recognise a signature by the line `-- ` (RFC 3676 4.3).
  if (signature?.text.trim()) parts.push(`-- \n${cleanBody(signature.text).trim()}`);
  if (disclosure?.text.trim()) parts.push(cleanBody(disclosure.text).trim());
  if (quoted) parts.push(cleanBody(quoted.text).trimEnd());
  return parts.filter((part) => part !== '').join('\n\n');
};

/** Appends before the end tag of the body or the document element, if there is one. */
const appendHtml = (html: string, addition: string): string => {
  const closing = [...html.matchAll(LAST_CLOSING_TAG)];
  const body = closing.findLast(([tag]) => /^<\/body/i.test(tag)) ?? closing.at(-1);
  const end = body ? body.index : html.length;
  return `${html.slice(0, end)}${addition}${html.slice(end)}`;
};

const finalHtml = (html: string, { signature, disclosure, quoted }: BodyInput): string => {
  const signatureHtml = signature ? signature.html?.trim() || textAsHtml(signature.text) : '';
  const parts: string[] = [];
  if (signatureHtml) parts.push(`\n<div><br>-- <br>\n${cleanBody(signatureHtml)}</div>`);
  if (disclosure?.text.trim()) parts.push(`\n<p>${textAsHtml(disclosure.text)}</p>`);
  if (quoted?.html) parts.push(`\n${cleanBody(quoted.html)}`);
  return parts.length > 0 ? appendHtml(html, `${parts.join('')}\n`) : html;
};

function htmlOf({ text, html, quoted }: BodyInput): string | null {
  if (html !== null) return cleanBody(html);
  return quoted?.html ? `<div>${textAsHtml(text ?? '')}</div>` : null;
}

/**
 * The body of a message with its appendices in the order signature, disclosure, quoted. Text is derived from HTML
 * when it is missing; HTML is made from text only where HTML is quoted below it.
 */
export const composeBody = (input: BodyInput): Body => {
  const html = htmlOf(input);
  const text = input.text === null ? textFromHtml(html ?? '') : cleanBody(input.text);
  return { text: finalText(text, input), html: html === null ? null : finalHtml(html, input) };
};

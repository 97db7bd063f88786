import { textAsHtml } from './body.ts';
import { displayName, singleLine } from './header-text.ts';
import type { Mailbox } from './mailbox.ts';

/** A message that is forwarded; all of it is untrusted. `html` is sanitised. */
export type ForwardedMessage = {
  from: Mailbox | null;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  subject: string;
  /** RFC 3339. */
  date: string;
  text: string;
  html: string | null;
};

const RULE = '---------- Forwarded message ---------';
/** The maximum number of people that the block names, because a message may have thousands of recipients. */
const MAX_NAMED = 50;

const mailboxText = ({ address, name }: Mailbox): string => {
  const shown = displayName(name);
  return shown ? `${shown} <${singleLine(address)}>` : singleLine(address);
};

const people = (mailboxes: readonly Mailbox[]): string => {
  const named = mailboxes.slice(0, MAX_NAMED).map(mailboxText).join(', ');
  return mailboxes.length > MAX_NAMED ? `${named}, and ${mailboxes.length - MAX_NAMED} more` : named;
};

/** The quoted original in a forward, in the usual form: sender, date, subject and recipients, then its text. */
export function quotedForward(original: ForwardedMessage): { text: string; html: string | null } {
  const lines = [
    RULE,
    ...(original.from ? [`From: ${mailboxText(original.from)}`] : []),
    `Date: ${new Date(original.date).toUTCString()}`,
    `Subject: ${singleLine(original.subject)}`,
    ...(original.to.length > 0 ? [`To: ${people(original.to)}`] : []),
    ...(original.cc.length > 0 ? [`Cc: ${people(original.cc)}`] : []),
  ];
  const head = lines.join('\n');
  const html = original.html === null ? null : `<div>${textAsHtml(head)}<br><br>\n${original.html}</div>`;
  return { text: `${head}\n\n${original.text}`, html };
}

/**
 * HTML without the images that are attachments of its message, because those are not forwarded. Their alternative text
 * stays. In sanitised html no attribute holds `<`, `>` or `"`.
 */
export const withoutInlineImages = (html: string): string =>
  html.replace(/<img\b[^<>]*>/gi, (tag) =>
    / src="cid:/i.test(tag) ? (/ alt="([^"]*)"/i.exec(tag)?.[1] ?? '') : tag,
  );

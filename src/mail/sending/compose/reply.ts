import { addressKey } from '#kernel/base/email-address.ts';
import type { Mailbox } from './mailbox.ts';
import { boundReferences, normalizeMessageId } from './message-id.ts';

/**
 * What the rules need to know about the original message. `bcc` is absent by design, because a reply never goes to Bcc
 * recipients.
 */
export type OriginalMessage = {
  from: Mailbox | null;
  replyTo: readonly Mailbox[];
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
};

export type OriginalReferences = {
  messageId: string | null;
  inReplyTo: string | null;
  references: readonly string[];
};

const MAX_SUBJECT = 998;

/** Reply prefixes of mail programs by language; `Re` is the Latin that RFC 5322 3.6.5 names. */
const REPLY =
  're|aw|antw|sv|vs|svar|odp|res|rif|r|ynt|atb|vá|bls|απ|σχετ|отв|ответ|回复|回覆|答复|返信|답장|תגובה|השב|رد';
const FORWARD =
  'fwd?|wg|tr|vb|vl|vds|videres|enc|rv|doorst|pd|továbbítás|ilt|trs|προωθ|пересл|转发|轉寄|轉發|転送|전달|הועבר|إعادة توجيه';
const COUNTER = '(?:\\s*(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\)|[*^]\\d{1,4}))?';
const PREFIX = new RegExp(`^\\s*(?:(${REPLY})|(${FORWARD}))${COUNTER}\\s*[:：]\\s*`, 'iu');
/** A list's tag, which stands before or between prefixes: `[dev] Re: …`. */
const LIST_TAG = /^\s*\[[^[\]]{1,60}\]\s*/u;

type Token = { kind: 'reply' | 'forward' | 'tag'; text: string };

/** Splits the run of prefixes off a subject. A list tag belongs to the run only where a prefix follows it. */
const splitPrefixes = (subject: string): { tokens: Token[]; rest: string } => {
  const tokens: Token[] = [];
  let rest = subject;
  for (;;) {
    const tag = LIST_TAG.exec(rest)?.[0] ?? '';
    const prefix = PREFIX.exec(rest.slice(tag.length));
    if (!prefix) return { tokens, rest: rest.trim() };
    if (tag) tokens.push({ kind: 'tag', text: tag.trim() });
    tokens.push({ kind: prefix[1] === undefined ? 'forward' : 'reply', text: prefix[0].trim() });
    rest = rest.slice(tag.length + prefix[0].length);
  }
};

const withPrefix = (prefix: string, dropped: 'reply' | 'forward', subject: string): string => {
  const { tokens, rest } = splitPrefixes(subject.slice(0, 4 * MAX_SUBJECT));
  const kept = tokens.filter((token) => token.kind !== dropped).map((token) => token.text);
  return [prefix, ...kept, rest].join(' ').trim().slice(0, MAX_SUBJECT).toWellFormed();
};

/**
 * The subject of a reply: exactly one `Re:`, whatever the original had (`RE:`, `AW:`, `SV:`, `Re[2]:`, …).
 * Forward prefixes and list tags stay; at most 998 characters.
 */
export const replySubject = (subject: string | null): string => withPrefix('Re:', 'reply', subject ?? '');

/** The subject of a forward: exactly one `Fwd:` in front; a `Re:` behind it stays. */
export const forwardSubject = (subject: string | null): string =>
  withPrefix('Fwd:', 'forward', subject ?? '');

/** Own addresses also match with a thread token (`local+token@domain`) (decisions 3, "Thread token"). */
const ownAddressTest = (ownAddresses: readonly string[]): ((mailbox: Mailbox) => boolean) => {
  const own = new Set(ownAddresses.map(addressKey));
  return ({ address }) => {
    const key = addressKey(address);
    return own.has(key) || own.has(key.replace(/\+[^@]*@/, '@'));
  };
};

const distinct = (mailboxes: readonly Mailbox[], seen: Set<string> = new Set()): Mailbox[] =>
  mailboxes.filter(({ address }) => {
    const key = addressKey(address);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });

/**
 * The recipients of a reply: the original's Reply-To, or its sender if it has none (spec 4.6 rule 7).
 * A reply to one's own message goes to its recipients, as in mail programs.
 */
export const replyRecipients = (original: OriginalMessage, ownAddresses: readonly string[]): Mailbox[] => {
  const isOwn = ownAddressTest(ownAddresses);
  const sender = original.replyTo.length > 0 ? original.replyTo : original.from ? [original.from] : [];
  const others = distinct(sender.filter((mailbox) => !isOwn(mailbox)));
  if (others.length > 0) return others;
  const addressed = distinct(original.to.filter((mailbox) => !isOwn(mailbox)));
  return addressed.length > 0 ? addressed : distinct(sender);
};

/**
 * The recipients of a reply to all: those of a reply and every To recipient in `to`, every Cc recipient in
 * `cc`, without own addresses or duplicates. Bcc recipients are never included.
 */
export const replyAllRecipients = (
  original: OriginalMessage,
  ownAddresses: readonly string[],
): { to: Mailbox[]; cc: Mailbox[] } => {
  const isOwn = ownAddressTest(ownAddresses);
  const seen = new Set<string>();
  const sender = replyRecipients(original, ownAddresses);
  const to = distinct([...sender, ...original.to.filter((mailbox) => !isOwn(mailbox))], seen);
  const cc = distinct(
    original.cc.filter((mailbox) => !isOwn(mailbox)),
    seen,
  );
  // If only we are in From and To, the reply goes to the Cc recipients.
  return cc.length > 0 && to.every(isOwn) ? { to: cc, cc: [] } : { to, cc };
};

/**
 * Threading headers of a reply (RFC 5322 3.6.4): the original's References, or its In-Reply-To if it has
 * none, followed by its Message-ID; at most 20, the first and the 19 most recent. Ids have the form `<left@right>`.
 */
export const replyReferences = (
  original: OriginalReferences,
): { inReplyTo: string | null; references: string[] } => {
  const id = normalizeMessageId(original.messageId);
  const inherited = original.references.length > 0 ? original.references : [original.inReplyTo ?? ''];
  const earlier = inherited
    .map(normalizeMessageId)
    .filter((reference) => reference !== null && reference !== id);
  return {
    inReplyTo: id,
    references: boundReferences([...earlier, id].filter((reference) => reference !== null)),
  };
};

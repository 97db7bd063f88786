import { createHash } from 'node:crypto';
import MailComposer, { type MailComposerOptions } from 'nodemailer/lib/mail-composer';
import { parseAddress } from '#kernel/base/email-address.ts';
import { type ComposeAttachment, composeAttachments } from './attachments.ts';
import { type Body, composeBody } from './body.ts';
import { CompositionError } from './composition-error.ts';
import { displayName, unstructuredValue } from './header-text.ts';
import { checkCustomHeaders } from './headers.ts';
import { onHtml } from './html-thread.ts';
import type { Mailbox } from './mailbox.ts';
import { boundReferences, normalizeMessageId } from './message-id.ts';
import { serializeMessage } from './serialize.ts';

/** A message to compose. Nothing in it is trusted, so every field is encoded, neutralised or rejected. */
export type ComposeInput = {
  /** With or without angle brackets. */
  messageId: string;
  date: Date;
  from: Mailbox;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  /** Checked, and never written to the message. */
  bcc: readonly Mailbox[];
  /** The address that carries the thread token; shown with the name of `from`. */
  replyTo: string | null;
  subject: string;
  /** Null when only `html` is given; then it is derived from it. */
  text: string | null;
  html: string | null;
  inReplyTo: string | null;
  references: readonly string[];
  /** Custom headers (spec 4.6 rule 5). */
  headers: Readonly<Record<string, string>>;
  /** Headers of the deployment's own mail, whose names no caller may use. */
  ownHeaders?: Readonly<Record<string, string>>;
  attachments: readonly ComposeAttachment[];
  signature: { text: string; html: string | null } | null;
  /** Sets `X-AI-Generated: true` and appends the footer. */
  disclosure: { text: string } | null;
  /** The forwarded content, below everything else. */
  quoted?: { text: string; html: string | null } | null;
  /** Marks the message as an automatic reply (RFC 3834). */
  autoSubmitted?: boolean;
  /** Where recipients unsubscribe (RFC 2369); with a `url` one click is enough (RFC 8058). */
  listUnsubscribe?: { url: string | null; mailto: string | null } | null;
};

export type ComposedMessage = {
  /** The message as it goes on the wire: CRLF, seven-bit, no line over 998 octets, no Bcc. */
  raw: Uint8Array;
  /** Bytes of `raw`. */
  size: number;
  /** `<left@right>`. */
  messageId: string;
  /** Body texts with signature and disclosure, LF line ends. */
  text: string;
  html: string | null;
};

type Header = { key: string; value: string };

const MAX_URL = 900;
/** The strict form of the ids that we make. References may contain looser ones. */
const OWN_MESSAGE_ID = /^<[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.]{1,200}@[A-Za-z0-9.-]{1,255}>$/;

const mailboxField = (mailboxes: readonly Mailbox[], field: string) =>
  mailboxes.map(({ address, name }, index) => {
    const result = parseAddress(address);
    if (!result.ok) throw new CompositionError(`${field}.${index}`, result.message);
    return { address: result.address, name: displayName(name) };
  });

const ownMessageId = (messageId: string): string => {
  const id = normalizeMessageId(messageId);
  if (id === null || !OWN_MESSAGE_ID.test(id)) {
    throw new CompositionError('message_id', 'Use a message id of the form left@right.');
  }
  return id;
};

/** A URL for List-Unsubscribe. The URL parser percent-encodes characters that could end the angle brackets. */
const listUrl = (input: string, protocols: readonly string[], path: string): string => {
  const url = URL.canParse(input) ? new URL(input) : null;
  // The parser would skip line breaks instead of refusing them, but they are never intended.
  if (!url || !protocols.includes(url.protocol) || /\p{Cc}/u.test(input)) {
    throw new CompositionError(path, `Use a URL that begins with ${protocols.join(' or ')}.`);
  }
  const href = url.href.replace(/[<>, "]/g, encodeURIComponent);
  if (href.length > MAX_URL) throw new CompositionError(path, `Use a URL of at most ${MAX_URL} characters.`);
  return `<${href}>`;
};

/** A `mailto:` URL (RFC 6068) for List-Unsubscribe. A plain address is converted to one. */
const listMailto = (input: string, path: string): string => {
  const href = listUrl(/^mailto:/i.test(input) ? input : `mailto:${input}`, ['mailto:'], path);
  const [to = ''] = href.slice('<mailto:'.length, -1).split('?', 1);
  let addresses: string[];
  try {
    addresses = decodeURIComponent(to).split(',');
  } catch {
    addresses = [];
  }
  if (addresses.length === 0 || !addresses.every((address) => parseAddress(address).ok))
    throw new CompositionError(path, 'Use an email address or a mailto: URL.');
  return href;
};

const unsubscribeHeaders = (unsubscribe: ComposeInput['listUnsubscribe']): Header[] => {
  if (!unsubscribe) return [];
  const { url, mailto } = unsubscribe;
  const targets = [
    ...(url ? [listUrl(url, ['https:', 'http:'], 'unsubscribe.url')] : []),
    ...(mailto ? [listMailto(mailto, 'unsubscribe.mailto')] : []),
  ];
  if (targets.length === 0) return [];
  const headers = [{ key: 'List-Unsubscribe', value: targets.join(', ') }];
  // One click is a POST that a mail provider sends automatically, so it needs an https URL (RFC 8058 3.1).
  if (url?.startsWith('https:'))
    headers.push({ key: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' });
  return headers;
};

const serviceHeaders = (input: ComposeInput): Header[] => [
  ...(input.autoSubmitted ? [{ key: 'Auto-Submitted', value: 'auto-replied' }] : []),
  ...(input.disclosure ? [{ key: 'X-AI-Generated', value: 'true' }] : []),
  ...unsubscribeHeaders(input.listUnsubscribe),
  ...Object.entries(input.ownHeaders ?? {}).map(([key, value]) => ({ key, value: unstructuredValue(value) })),
];

type HeaderPlan = Pick<
  ComposeInput,
  'cc' | 'replyTo' | 'inReplyTo' | 'references' | 'autoSubmitted' | 'listUnsubscribe'
>;

/**
 * Names of the headers, except X- ones, that the service sets on a message. `checkCustomHeaders` counts them
 * together with the custom ones (spec 8.2).
 */
export const serviceHeaderNames = (plan: HeaderPlan): string[] => [
  ...[
    'Message-ID',
    'Date',
    'From',
    'To',
    'Subject',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
  ],
  ...(plan.cc.length > 0 ? ['Cc'] : []),
  ...(plan.replyTo ? ['Reply-To'] : []),
  ...(plan.inReplyTo ? ['In-Reply-To'] : []),
  ...(plan.references.length > 0 ? ['References'] : []),
  ...(plan.autoSubmitted ? ['Auto-Submitted'] : []),
  ...unsubscribeHeaders(plan.listUnsubscribe).map(({ key }) => key),
];

const customHeaders = (input: ComposeInput): Header[] => {
  const [violation] = checkCustomHeaders(input.headers, serviceHeaderNames(input));
  if (violation) throw new CompositionError(violation.path, violation.message);
  return Object.entries(input.headers).map(([key, value]) => ({ key, value: unstructuredValue(value) }));
};

/**
 * Boundaries are derived from the message id, so that composing is reproducible, and from the content, so that nobody can
 * write a body that contains its own boundary.
 */
const boundarySeed = (messageId: string, input: ComposeInput, body: Body): string => {
  const hash = createHash('sha256').update(
    `${messageId}\n${input.date.toISOString()}\n${body.text}\n${body.html ?? ''}`,
  );
  for (const { content } of input.attachments) hash.update(content);
  return hash.digest('hex').slice(0, 24);
};

const threadHeaders = (input: ComposeInput): Pick<MailComposerOptions, 'inReplyTo' | 'references'> => {
  const inReplyTo = normalizeMessageId(input.inReplyTo);
  const references = boundReferences(input.references);
  return { ...(inReplyTo ? { inReplyTo } : {}), ...(references.length > 0 ? { references } : {}) };
};

const recipientHeaders = (input: ComposeInput): Pick<MailComposerOptions, 'to' | 'cc'> => {
  const to = mailboxField(input.to, 'to');
  const cc = mailboxField(input.cc, 'cc');
  mailboxField(input.bcc, 'bcc');
  // A message with only Bcc recipients still needs a To field (RFC 5322 A.1.3).
  if (to.length + cc.length === 0) return { to: 'Undisclosed recipients:;' };
  return { ...(to.length > 0 ? { to } : {}), ...(cc.length > 0 ? { cc } : {}) };
};

const mailOptions = (input: ComposeInput, body: Body, messageId: string): MailComposerOptions => {
  const [from] = mailboxField([input.from], 'from');
  const [replyTo] = input.replyTo
    ? mailboxField([{ address: input.replyTo, name: input.from.name }], 'reply_to')
    : [undefined];
  const headers = [...serviceHeaders(input), ...customHeaders(input)];
  // The composer would change the case, for example to X-Ai-Generated. Names must stay as they were given.
  const names = new Map(headers.map(({ key }) => [key.toLowerCase(), key]));
  return {
    messageId,
    date: input.date,
    from,
    ...(replyTo ? { replyTo } : {}),
    ...recipientHeaders(input),
    ...threadHeaders(input),
    subject: unstructuredValue(input.subject),
    text: body.text,
    ...(body.html === null ? {} : { html: body.html }),
    headers,
    attachments: composeAttachments(input.attachments),
    baseBoundary: boundarySeed(messageId, input, body),
    normalizeHeaderKey: (key) => names.get(key.toLowerCase()) ?? key,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/**
 * Composes a message (spec 4.6, RFC 5322, MIME). The same input gives the same bytes.
 *
 * No field can add a header, a part or a line: display names, the subject, file names and header values
 * have controls and line separators replaced by a space (names also lose bidi controls); bodies lose
 * controls other than tab and line ends; malformed ids in `references` and `inReplyTo` are left out.
 *
 * @throws CompositionError for an invalid address, message id, content id, custom header or unsubscribe URL.
 */
export const composeMessage = async (input: ComposeInput): Promise<ComposedMessage> => {
  const messageId = ownMessageId(input.messageId);
  const text = input.text ?? (await onHtml('text', input.html ?? ''));
  const body = composeBody({ ...input, text });
  const raw = serializeMessage(new MailComposer(mailOptions(input, body, messageId)).compile());
  return { raw, size: raw.length, messageId, text: body.text, html: body.html };
};

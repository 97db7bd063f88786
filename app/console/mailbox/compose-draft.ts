import type { Identity, Mailbox, Message } from '../data/trpc.ts';

export type Mode = 'new' | 'reply' | 'reply_all' | 'forward';

export type FileOfDraft = {
  /** Distinguishes files with the same name. */
  id: string;
  filename: string;
  content_type: string;
  /** The bytes; null if only the server has them, in the stored draft. */
  content_base64: string | null;
  /** Where to load the bytes from the server; null if `content_base64` has them. */
  held: string | null;
  size: number;
};

/** The message that is being written. Recipients are the typed text, separated by commas. */
export type Draft = {
  /** The sender's address; null if the server chooses it. */
  from: string | null;
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  text: string;
  files: FileOfDraft[];
  includeAttachments: boolean;
};

export const emptyDraft: Draft = {
  from: null,
  to: '',
  cc: '',
  bcc: '',
  subject: '',
  text: '',
  files: [],
  includeAttachments: true,
};

/** The mailbox that sends the draft and, unless the draft is new, the message that it answers or forwards. */
export type About = { identity: Identity; mode: Mode; message: Message | null };

/** Splits at commas and line breaks, but not inside quotes or angle brackets: `"Doe, Ada" <ada@example.com>`. */
export function recipientsOf(typed: string): string[] {
  const parts = typed.match(/(?:"[^"]*"|<[^>]*>|[^,;\n"<]|["<])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export const asksForRecipients = (mode: Mode): boolean => mode === 'new' || mode === 'forward';

const written = ({ address, name }: Mailbox): string => (name ? `${quoted(name)} <${address}>` : address);
const quoted = (name: string): string => `"${name.replaceAll('"', '')}"`;
const typedOf = (people: readonly Mailbox[]): string =>
  people.map((person) => `${written(person)}, `).join('');

/** The default recipients of an answer, by the same rule as on the server (spec 4.6, rule 7). */
export function answerTo({ identity, mode, message }: About): Pick<Draft, 'to' | 'cc'> {
  if (!message || asksForRecipients(mode)) return { to: '', cc: '' };
  const own = new Set(identity.addresses.map(({ address }) => address));
  const others = (people: readonly Mailbox[]) => people.filter(({ address }) => !own.has(address));
  const from = message.from ? [message.from] : [];
  const sender = message.reply_to.length > 0 ? message.reply_to : from;
  const toSender = message.direction === 'outbound' ? message.to : sender;
  if (mode === 'reply') return { to: typedOf(toSender), cc: '' };
  const to = others([...toSender, ...(message.direction === 'outbound' ? [] : message.to)]);
  const first = to.length > 0 ? to : toSender;
  const named = new Set(first.map(({ address }) => address));
  return {
    to: typedOf(distinct(first)),
    cc: typedOf(distinct(others(message.cc).filter(({ address }) => !named.has(address)))),
  };
}

const distinct = (people: readonly Mailbox[]): Mailbox[] => [
  ...new Map(people.map((person) => [person.address, person])).values(),
];

/** The initial draft of a composition. `to` is for a new message. */
export const firstDraft = (about: About, to = ''): Draft => ({
  ...emptyDraft,
  ...answerTo(about),
  ...(about.mode === 'new' && {
    to: recipientsOf(to)
      .map((each) => `${each}, `)
      .join(''),
  }),
});

/** Whether the recipients of an answer differ from the default ones. */
export function isRedirected(about: About, draft: Draft): boolean {
  if (asksForRecipients(about.mode)) return false;
  const planned = answerTo(about);
  const same = (a: string, b: string) => recipientsOf(a).join() === recipientsOf(b).join();
  return (
    !(same(draft.to, planned.to) && same(draft.cc, planned.cc) && draft.bcc.trim() === '') ||
    draft.from !== null
  );
}

/** The addresses from which the mailbox can send, the usual one first. */
export const sendingAddresses = ({ addresses, primary_address }: Identity): string[] => {
  const usable = addresses.filter(({ status }) => status === 'active').map(({ address }) => address);
  return [primary_address, ...usable.filter((address) => address !== primary_address)];
};

/** Whether the draft is complete enough for a dry run on the server. */
export const isTryable = (_mode: Mode, draft: Draft): boolean =>
  recipientsOf([draft.to, draft.cc, draft.bcc].join(',')).length > 0;

/** Whether the draft has recipients and content. */
export const isSendable = (mode: Mode, draft: Draft): boolean =>
  isTryable(mode, draft) && (mode === 'forward' || draft.text.trim() !== '' || draft.files.length > 0);

const MIB = 1024 * 1024;
/** The maximum size of files. A message can have 5 MiB (spec 8.2), and encoding makes files a third larger. */
export const MOST_BYTES = Math.floor((5 * MIB * 3) / 4);

/** 128 random bits. `crypto.randomUUID` is missing on plain http; random bytes are not. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

import { createHash } from 'node:crypto';
import { addressKey } from '#kernel/base/email-address.ts';
import { type IdentityRow, sendPolicyOf } from '#mailbox/identities/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import { type Marks, marksOf } from './text/marks.ts';
import { decodedIn, fileText } from './text/outgoing-text.ts';
import { type Particulars, particularsOf } from './text/particulars.ts';
import type { SecretKind } from './text/secrets.ts';
import { shinglesOf, type Word, wordsOf } from './text/words.ts';

export type GuardMode = Policy['sending']['guard'];

export type SendFile = {
  filename: string;
  size: number;
  content: Uint8Array | null;
  blobId: string | null;
};

/** An outgoing message, as the room `sending` passes it to the guard. */
export type Send = {
  identity: IdentityRow;
  /** The key that sends, or null if a person does. */
  keyId: string | null;
  policy: Policy;
  now: Date;
  /** Whether the sender is a person who may approve sends. */
  isApprover: boolean;
  recipients: readonly string[];
  /** Whether the workspace's allow list contains an address. */
  isAllowed(address: string): boolean;
  subject: string;
  text: string;
  html: string | null;
  /** The text of the forwarded message, if this is a forward. */
  quoted: string | null;
  files: readonly SendFile[];
  /** Reads the bytes of a stored file: an upload, or a file of a draft or of received mail. */
  readFile(blobId: string): Promise<Uint8Array>;
  threadId: string | null;
  /** The message that this one answers or forwards. */
  sourceId: string | null;
  isReply: boolean;
  /** The deployment's own domain. */
  mailDomain: string;
};

export type Outgoing = Send & {
  /** Lower case. */
  to: readonly string[];
  /** The whole readable text, with encoded passages decoded. */
  whole: string;
  words: readonly Word[];
  /** The words outside attached files. */
  writtenWords: readonly Word[];
  shingles: readonly number[];
  particulars: Particulars;
  marks: Marks;
  /** The marks in the sender's own words and files, without a forwarded message and its files. */
  ownMarks: Marks;
  secrets: readonly SecretKind[];
  fileHashes: { size: number; sha256: string | null; blob_id: string | null }[];
};

/** Larger stored files are compared only by their size. */
const MOST_READ = 256 * 1024;

/** Reads the message's stored files, so that a file is judged alike however it was attached. */
export async function withFiles(send: Send): Promise<Send> {
  if (send.files.every(({ content }) => content !== null)) return send;
  const files = await Promise.all(
    send.files.map(async (file) =>
      file.content === null && file.blobId !== null && file.size <= MOST_READ
        ? { ...file, content: await send.readFile(file.blobId) }
        : file,
    ),
  );
  return { ...send, files };
}

const tags = /<[^<>]{0,2000}>/g;

/** Everything is computed on first use, because most messages have nothing to be compared with. */
export function outgoingOf(send: Send): Outgoing {
  const shown = (send.html ?? '').replace(tags, ' ');
  const written = [send.subject, send.text, shown, send.quoted ?? ''].join('\n\n');
  const files = send.files.map(({ filename, content }) => `${filename}\n${fileText(content)}`);
  const visible = [written, ...files].join('\n\n');
  const whole = [visible, ...decodedIn(visible)].join('\n\n');
  const words = once(() => wordsOf(whole));
  const writtenWords = once(() => wordsOf([written, ...decodedIn(written)].join('\n\n')));
  const shingles = once(() => shinglesOf(words()));
  const particulars = once(() => particularsOf(whole, words()));
  const marks = once(() => marksOf(`${whole}\n${send.html ?? ''}`));
  const ownMarks = once(() =>
    // The files of a forward mostly belong to the forwarded message, so its recipients see who wrote them.
    marksOf([send.subject, send.text, send.html ?? '', ...(send.quoted === null ? files : [])].join('\n')),
  );
  return {
    ...send,
    text: send.text || shown,
    to: send.recipients.map(addressKey),
    whole,
    get words() {
      return words();
    },
    get writtenWords() {
      return writtenWords();
    },
    get shingles() {
      return shingles();
    },
    get particulars() {
      return particulars();
    },
    get marks() {
      return marks();
    },
    get ownMarks() {
      return ownMarks();
    },
    secrets: send.policy.sending.guard_secrets,
    fileHashes: send.files.map(({ size, content, blobId }) => ({
      size,
      sha256: content && createHash('sha256').update(content).digest('hex'),
      blob_id: blobId,
    })),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const strictness: Record<GuardMode, number> = { off: 0, advise: 1, hold: 2 };

/** The stricter of the modes that the policy and the identity set. */
export function modeOf({ policy, identity }: Pick<Send, 'policy' | 'identity'>): GuardMode {
  const own = sendPolicyOf(identity).guard ?? 'off';
  const { guard } = policy.sending;
  return strictness[own] > strictness[guard] ? own : guard;
}

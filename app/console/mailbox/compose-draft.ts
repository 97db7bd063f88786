import type { Identity, Message } from '../data/trpc.ts';

export type Mode = 'new' | 'reply' | 'reply_all' | 'forward';

export type FileOfDraft = {
  /** Tells two files of the same name apart. */
  id: string;
  filename: string;
  content_type: string;
  content_base64: string;
  size: number;
};

/** What the writer has written so far. Recipients stand as they were typed, separated by commas. */
export type Draft = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  text: string;
  files: FileOfDraft[];
  includeAttachments: boolean;
};

export const emptyDraft: Draft = {
  to: '',
  cc: '',
  bcc: '',
  subject: '',
  text: '',
  files: [],
  includeAttachments: true,
};

/** A draft is about a mailbox and, unless it is new, about the message that it answers or passes on. */
export type About = { identity: Identity; mode: Mode; message: Message | null };

/** Splits at commas and line ends, but not inside of quotes or angle brackets: `"Doe, Ada" <ada@example.com>`. */
export function recipientsOf(typed: string): string[] {
  const parts = typed.match(/(?:"[^"]*"|<[^>]*>|[^,;\n"<]|["<])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export const asksForRecipients = (mode: Mode): boolean => mode === 'new' || mode === 'forward';

/** Whether there is enough to ask the server what it would do. */
export const isTryable = (mode: Mode, draft: Draft): boolean =>
  !asksForRecipients(mode) || recipientsOf([draft.to, draft.cc, draft.bcc].join(',')).length > 0;

/** Whether a person would send it: somebody to send it to, and something to say. */
export const isSendable = (mode: Mode, draft: Draft): boolean =>
  isTryable(mode, draft) && (mode === 'forward' || draft.text.trim() !== '' || draft.files.length > 0);

const MIB = 1024 * 1024;
/** Interface-spec 8.2: 5 MiB with everything encoded, which adds a third. */
export const MOST_BYTES = Math.floor((5 * MIB * 3) / 4);

/** @throws when the browser cannot read the file */
export async function readFile(file: File): Promise<FileOfDraft> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return {
    id: newKey(),
    filename: file.name.slice(0, 255),
    content_type: file.type || 'application/octet-stream',
    content_base64: url.slice(url.indexOf(',') + 1),
    size: file.size,
  };
}

/** 128 random bits. `crypto.randomUUID` is missing on plain http; random bytes are not. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

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

/** The message as it is being written. Recipients are kept as they were typed, separated by commas. */
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

/** The mailbox that sends the draft and, unless the draft is new, the message that it answers or forwards. */
export type About = { identity: Identity; mode: Mode; message: Message | null };

/** Splits at commas and line breaks, but not inside quotes or angle brackets: `"Doe, Ada" <ada@example.com>`. */
export function recipientsOf(typed: string): string[] {
  const parts = typed.match(/(?:"[^"]*"|<[^>]*>|[^,;\n"<]|["<])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export const asksForRecipients = (mode: Mode): boolean => mode === 'new' || mode === 'forward';

/** Whether the draft is complete enough for a trial on the server. */
export const isTryable = (mode: Mode, draft: Draft): boolean =>
  !asksForRecipients(mode) || recipientsOf([draft.to, draft.cc, draft.bcc].join(',')).length > 0;

/** Whether the draft has recipients and content. */
export const isSendable = (mode: Mode, draft: Draft): boolean =>
  isTryable(mode, draft) && (mode === 'forward' || draft.text.trim() !== '' || draft.files.length > 0);

const MIB = 1024 * 1024;
/** A message holds 5 MiB (spec 8.2). Encoding makes files a third larger. */
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

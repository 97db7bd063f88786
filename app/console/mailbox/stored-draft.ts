import type { StoredDraft } from '../data/trpc.ts';
import {
  type About,
  asksForRecipients,
  type Draft,
  type FileOfDraft,
  firstDraft,
  recipientsOf,
} from './compose-draft.ts';
import { filesOfStored } from './draft-files.ts';

export const modes = { new: 'send', reply: 'reply', reply_all: 'reply_all', forward: 'forward' } as const;

/** The stored draft of this composition, if there is one. */
export const draftAbout = (drafts: readonly StoredDraft[], { mode, message }: About): StoredDraft | null =>
  drafts.find(
    (draft) => draft.mode === modes[mode] && draft.in_reply_to_message_id === message?.id && message !== null,
  ) ?? null;

const typed = (people: StoredDraft['to']): string =>
  people.map(({ address, name }) => (name ? `"${name}" <${address}>` : address)).join(', ');

/** Converts a stored draft for the form. */
export const draftOf = (stored: StoredDraft, about: About): Draft => ({
  ...firstDraft(about),
  ...(asksForRecipients(about.mode) && {
    to: typed(stored.to),
    cc: typed(stored.cc),
    bcc: typed(stored.bcc),
  }),
  subject: stored.subject,
  text: stored.text ?? '',
  files: filesOfStored(stored),
});

/** The complete addresses only, because the last recipient may be half typed. */
const written = (typedNow: string): string[] =>
  recipientsOf(typedNow).filter((part) => /\S@\S+\.\S/.test(part));

const isEmpty = ({ to, subject, text, files }: Draft): boolean =>
  `${to}${subject}${text}`.trim() === '' && files.length === 0;

/** Whether a draft is empty. An answer with only recipients is, because these come from the message. */
export const isUntouched = (about: About, draft: Draft): boolean =>
  asksForRecipients(about.mode) ? isEmpty(draft) : draft.text.trim() === '' && draft.files.length === 0;

/** The files of the stored draft, and their ids there by their ids in the form. */
export type FilesOnServer = { files: Draft['files']; ids: Map<string, string> };

export const filesOnServer = (stored: StoredDraft | null): FilesOnServer => {
  const files = stored ? filesOfStored(stored) : [];
  return { files, ids: new Map(files.map(({ id }) => [id, id])) };
};

const sameFiles = (some: Draft['files'], others: Draft['files']): boolean =>
  some.map(({ id }) => id).join() === others.map(({ id }) => id).join();

/** A file for the server. One that the stored draft already has is named by its id; others include their bytes. */
function inputOf({ id, filename, content_type, content_base64 }: FileOfDraft, ids: Map<string, string>) {
  const heldId = ids.get(id);
  if (heldId) return { id: heldId };
  return { filename, content_type, content_base64: content_base64 ?? '' };
}

/** The content of the form to store. Files that the server already has and fields that the mode decides are left out. */
export const contentOf = ({ mode }: About, now: Draft, { files, ids }: FilesOnServer) => ({
  ...(asksForRecipients(mode) && { to: written(now.to), cc: written(now.cc), bcc: written(now.bcc) }),
  ...(mode === 'new' && { subject: now.subject }),
  text: now.text,
  ...(!sameFiles(now.files, files) && { attachments: now.files.map((file) => inputOf(file, ids)) }),
});

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

/** The draft that goes on where this composition was left. */
export const draftAbout = (drafts: readonly StoredDraft[], { mode, message }: About): StoredDraft | null =>
  drafts.find(
    (draft) => draft.mode === modes[mode] && draft.in_reply_to_message_id === message?.id && message !== null,
  ) ?? null;

const typed = (people: StoredDraft['to']): string =>
  people.map(({ address, name }) => (name ? `"${name}" <${address}>` : address)).join(', ');

/** The stored draft as the form shows it. */
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

/** Only what is an address already: a recipient may be half written. */
const written = (typedNow: string): string[] =>
  recipientsOf(typedNow).filter((part) => /\S@\S+\.\S/.test(part));

const isEmpty = ({ to, subject, text, files }: Draft): boolean =>
  `${to}${subject}${text}`.trim() === '' && files.length === 0;

/** An answer whose recipients alone are known is empty: they are those of the message. */
export const isUntouched = (about: About, draft: Draft): boolean =>
  asksForRecipients(about.mode) ? isEmpty(draft) : draft.text.trim() === '' && draft.files.length === 0;

/** The files that the stored draft has, and the id of each there, by its id in the form. */
export type FilesOnServer = { files: Draft['files']; ids: Map<string, string> };

export const filesOnServer = (stored: StoredDraft | null): FilesOnServer => {
  const files = stored ? filesOfStored(stored) : [];
  return { files, ids: new Map(files.map(({ id }) => [id, id])) };
};

const sameFiles = (some: Draft['files'], others: Draft['files']): boolean =>
  some.map(({ id }) => id).join() === others.map(({ id }) => id).join();

/** A file that the stored draft has already is named; others come with their bytes. */
function inputOf({ id, filename, content_type, content_base64 }: FileOfDraft, ids: Map<string, string>) {
  const heldId = ids.get(id);
  if (heldId) return { id: heldId };
  return { filename, content_type, content_base64: content_base64 ?? '' };
}

/** What the server stores of the form. Files that it has already are left out, and so is what the mode decides. */
export const contentOf = ({ mode }: About, now: Draft, { files, ids }: FilesOnServer) => ({
  ...(asksForRecipients(mode) && { to: written(now.to), cc: written(now.cc), bcc: written(now.bcc) }),
  ...(mode === 'new' && { subject: now.subject }),
  text: now.text,
  ...(!sameFiles(now.files, files) && { attachments: now.files.map((file) => inputOf(file, ids)) }),
});

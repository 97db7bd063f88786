import type { StagedBlob } from '#kernel/data/blobs.ts';
import type { IdentityRow } from '#mailbox/identities/index.ts';
import type { Draft } from '../accept/draft.ts';

/**
 * A draft as it is stored with its approval: attachments are in blobs, times are text, and the identity is omitted.
 */
export type StoredDraft = Omit<Draft, 'identity' | 'sendAt'> & { sendAt: string | null };

export function storedDraft(draft: Draft, files: readonly (StagedBlob | null)[]): StoredDraft {
  const { identity: _, sendAt, attachments, ...rest } = draft;
  return {
    ...rest,
    sendAt: sendAt?.toISOString() ?? null,
    attachments: attachments.map((attachment, index) => ({
      ...attachment,
      content: null,
      blobId: attachment.blobId ?? files[index]!.id,
    })),
  };
}

/** Restores the draft for the identity as it is now. A `send_at` in the past means that it is sent at once. */
export const restoredDraft = (stored: StoredDraft, identity: IdentityRow, now: Date): Draft => {
  const sendAt = stored.sendAt === null ? null : new Date(stored.sendAt);
  return { ...stored, identity, sendAt: sendAt && sendAt > now ? sendAt : null };
};

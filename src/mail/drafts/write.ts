import { recordEvents } from '#events/index.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { insertBlobs, type StagedBlob, stageBlob } from '#kernel/data/blobs.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Call } from '#kernel/operation/operation.ts';
import type { Services } from '#kernel/operation/services.ts';
import { attachedFiles, type FetchedFiles, fetchFiles } from '#mail/sending/index.ts';
import { draftDeleted } from './events.ts';
import {
  countDrafts,
  type DraftAttachmentRow,
  type DraftRow,
  deleteAttachments,
  deleteDraftOf,
  findDraft,
  insertAttachments,
} from './repository.ts';
import type { AttachmentInput, NewAttachmentInput } from './schema.ts';

type Held = DraftRow['attachments'];

/** Attachments of a draft as they are stored, and the bytes that came with the request. */
type Files = { rows: DraftAttachmentRow[]; blobs: StagedBlob[] };

/**
 * Files from URLs, fetched before the transaction opens and kept for the duration of the request, by the input that
 * names them.
 */
const prefetched: FetchedFiles = new WeakMap();

/** Runs a change of a draft. Files from URLs are fetched while no database connection is held. */
export const prefetchingFiles = {
  mode: 'prefetch',
  async prefetch(
    services: Services,
    { attachments }: { attachments?: readonly AttachmentInput[] | undefined },
  ): Promise<void> {
    await fetchFiles(services, attachments ?? [], prefetched);
  },
} as const;

/**
 * @throws AppError `invalid_request` for a kept attachment that the draft does not have, or a new one that does not
 * exist
 */
export async function filesOf(
  call: Pick<Call<{ id: string }, 'POST'>, 'db' | 'services' | 'actor' | 'target'>,
  draft: { id: string; identity_id: string },
  wanted: readonly AttachmentInput[],
  held: Held,
): Promise<Files> {
  const blobs: StagedBlob[] = [];
  const rows: DraftAttachmentRow[] = [];
  const isNew = (input: AttachmentInput): input is NewAttachmentInput => !('id' in input);
  const added = await attachedFiles(
    call,
    wanted.map((input) => (isNew(input) ? input : null)),
    prefetched,
  );
  for (const [position, input] of wanted.entries()) {
    const place = { draft_id: draft.id, identity_id: draft.identity_id, position };
    if (!isNew(input)) {
      const kept = held.find(({ id }) => id === input.id);
      if (!kept) {
        const message = 'Use the id of an attachment of the draft: it has no such attachment.';
        throw invalidRequest([{ path: `attachments.${position}.id`, message }]);
      }
      rows.push({ ...kept, ...place });
      continue;
    }
    const { id, filename, contentType, disposition, contentId, size, content, blobId, risk } =
      added.get(input)!;
    const blob = content && (await stageBlob(call.services, content));
    if (blob) blobs.push(blob);
    const file = { id, filename, content_type: contentType, disposition, content_id: contentId, size, risk };
    rows.push({ ...place, ...file, blob_id: blob?.id ?? blobId! });
  }
  return { rows, blobs };
}

/** A draft may not be larger than a message. @throws AppError `message_too_large` */
export function assertFits(
  { text, html }: { text: string | null; html: string | null },
  files: readonly { size: number }[],
): void {
  const size =
    Buffer.byteLength(text ?? '') +
    Buffer.byteLength(html ?? '') +
    files.reduce((sum, file) => sum + file.size, 0);
  if (size > limits.outboundMessage)
    throw new AppError('message_too_large', { size, limit: limits.outboundMessage });
}

/** Counts under a lock, so that concurrent requests cannot exceed the limit. @throws AppError `draft_limit_reached` */
export async function assertPlaceLeft(tx: Transaction, identityId: string): Promise<void> {
  await lockNames(tx, 'drafts', [identityId]);
  if ((await countDrafts(tx, identityId)) >= limits.drafts.perIdentity)
    throw new AppError('draft_limit_reached');
}

export async function storeFiles(tx: Transaction, { rows, blobs }: Files): Promise<void> {
  await insertBlobs(tx, blobs);
  if (rows.length > 0) await insertAttachments(tx, rows);
}

/**
 * Deletes a draft as it was read, and records it. Files that the message uses stay. The blob sweep deletes the others.
 * @throws AppError `draft_not_found` if it no longer exists, `draft_conflict` if it was changed in between
 */
export async function endDraft(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'hooks' | 'wakeUps'>,
  draft: DraftRow,
  messageId: string | null,
): Promise<void> {
  if ((await deleteDraftOf(tx, draft.id, draft.version)) === 0) {
    const isThere = (await findDraft(tx, draft.identity_id, draft.id)) !== null;
    throw new AppError(isThere ? 'draft_conflict' : 'draft_not_found');
  }
  await deleteAttachments(tx, [draft.id]);
  const { tenant_id, identity_id, id: draft_id, mode, version } = draft;
  const data = { draft_id, mode, version, message_id: messageId };
  await recordEvents(tx, services, [draftDeleted({ tenant_id, identity_id, data })]);
}

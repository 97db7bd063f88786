import { AppError, type FieldError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';
import { mediaType } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findFilesByName, mayReview } from '#mailbox/messages/index.ts';
import { findUploads } from '#mailbox/uploads/index.ts';
import type { AttachmentInput } from '../schema.ts';
import type { DraftAttachment } from './draft.ts';

type FileCall = { db: Queryable; services: Services; actor: Actor; target: { id: string } };

/** A file as its source describes it. The caller's description takes precedence. */
type Found = Pick<DraftAttachment, 'filename' | 'contentType' | 'size' | 'content' | 'blobId' | 'risk'>;

const OCTETS = 'application/octet-stream';

/**
 * Files from URLs, by the input that names them. They are fetched before a transaction opens, and dropped at the end of
 * the request.
 */
export type FetchedFiles = WeakMap<AttachmentInput, Found>;

/**
 * The files that a request attaches, by the input that names them: bytes from the request, uploads and received files
 * of this identity, and files from URLs. Uploads and files of other identities count as missing. Null entries are
 * skipped.
 * @throws AppError `invalid_request` with the path of each missing file, `permission_denied`
 */
export async function attachedFiles(
  call: FileCall,
  places: readonly (AttachmentInput | null)[],
  fetched?: FetchedFiles,
): Promise<Map<AttachmentInput, DraftAttachment>> {
  const inputs = places.filter((input) => input !== null);
  if (inputs.length === 0) return new Map();
  assertMayName(call.actor, inputs);
  const [uploads, received, web] = await Promise.all([
    uploadsOf(call, inputs),
    receivedOf(call, inputs),
    fetched ?? fetchFiles(call.services, places),
  ]);
  const find = (input: AttachmentInput): Found | undefined =>
    given(input) ?? uploads(input) ?? received(input) ?? web.get(input);
  const errors = places.flatMap((input, index) => (input && !find(input) ? [missing(input, index)] : []));
  if (errors.length > 0) throw invalidRequest(errors);
  const files = new Map(inputs.map((input) => [input, toDraftAttachment(input, find(input)!)]));
  if ([...files.values()].some(({ risk }) => risk !== null) && !mayReview(call.actor))
    throw new AppError('permission_denied', { required: 'quarantine:review' });
  return files;
}

/** A caller cannot attach files of mail that it may not read. */
function assertMayName(actor: Actor, inputs: readonly AttachmentInput[]): void {
  if (inputs.some(({ message_id }) => message_id !== undefined) && !actorMay(actor, 'attachments:read'))
    throw new AppError('permission_denied', { required: 'attachments:read' });
}

function given({ filename, content_base64 }: AttachmentInput): Found | undefined {
  if (content_base64 === undefined) return undefined;
  const content = Buffer.from(content_base64, 'base64');
  return {
    ...{ filename: filename!, contentType: OCTETS, size: content.length, content },
    blobId: null,
    risk: null,
  };
}

type Lookup = (input: AttachmentInput) => Found | undefined;

async function uploadsOf(
  { db, services, target }: FileCall,
  inputs: readonly AttachmentInput[],
): Promise<Lookup> {
  const ids = inputs.flatMap(({ upload_id }) => upload_id ?? []);
  const rows = ids.length > 0 ? await findUploads(db, target.id, ids, services.clock.now()) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ upload_id }) => {
    const row = upload_id === undefined ? undefined : byId.get(upload_id);
    return row && { ...stored(row), risk: null };
  };
}

async function receivedOf(
  { db, actor, target }: FileCall,
  inputs: readonly AttachmentInput[],
): Promise<Lookup> {
  const named = inputs.flatMap(({ message_id, attachment_id }) =>
    message_id && attachment_id ? [{ message_id, attachment_id }] : [],
  );
  const rows = named.length > 0 ? await findFilesByName(db, target.id, named, mayReview(actor)) : [];
  const byName = new Map(rows.map((row) => [`${row.message_id}/${row.id}`, row]));
  return ({ message_id, attachment_id }) => {
    const row = byName.get(`${message_id}/${attachment_id}`);
    return row && { ...stored(row), risk: row.risk };
  };
}

const stored = (row: { filename: string; content_type: string; size: number; blob_id: string }) => ({
  filename: row.filename,
  contentType: row.content_type,
  size: row.size,
  content: null,
  blobId: row.blob_id,
});

/** Fetches files from their URLs. @throws AppError `invalid_request` with the path of each that cannot be fetched */
export async function fetchFiles(
  { web }: Pick<Services, 'web'>,
  places: readonly (AttachmentInput | { id: string } | null)[],
  files: FetchedFiles = new WeakMap(),
): Promise<FetchedFiles> {
  let room = limits.outboundMessage;
  // One after the other, because together they may not be larger than a message.
  for (const [index, input] of places.entries()) {
    if (input === null || !('url' in input) || input.url === undefined) continue;
    const file = await web.getFile(input.url, room);
    if (file.error !== null)
      throw invalidRequest([{ path: `attachments.${index}.url`, message: file.error }]);
    room -= file.content.length;
    const type = mediaType.safeParse(file.contentType);
    files.set(input, {
      filename: (file.filename ?? 'file').slice(-255),
      contentType: type.success ? type.data : OCTETS,
      size: file.content.length,
      ...{ content: file.content, blobId: null, risk: null },
    });
  }
  return files;
}

function missing({ upload_id, url }: AttachmentInput, index: number): FieldError {
  const path = `attachments.${index}`;
  if (url !== undefined)
    return {
      path: `${path}.url`,
      message: 'The file could not be fetched. Check that the URL is reachable, and repeat the request.',
    };
  return upload_id === undefined
    ? {
        path: `${path}.attachment_id`,
        message: 'The mailbox has no such attachment. Check message_id and attachment_id.',
      }
    : {
        path: `${path}.upload_id`,
        message: 'The upload does not exist or has expired. Upload the file again.',
      };
}

const toDraftAttachment = (input: AttachmentInput, found: Found): DraftAttachment => ({
  ...found,
  id: newId('attachment'),
  filename: input.filename ?? found.filename,
  contentType: input.content_type ?? found.contentType,
  disposition: input.disposition,
  contentId: input.content_id,
});

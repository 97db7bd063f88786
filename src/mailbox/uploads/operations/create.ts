import { createHash } from 'node:crypto';
import { z } from 'zod';
import { after, HOUR } from '#kernel/base/clock.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { insertBlobs, type StagedBlob, stageStream } from '#kernel/data/blobs.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { line, mediaType, pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { assertRoom, identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { insertUpload } from '../repository.ts';
import { upload } from '../schema.ts';

const filename = line(255, 1);

export const createUpload = defineOperation({
  name: 'uploads.create',
  method: 'POST',
  path: '/v1/identities/{identity_id}/uploads',
  summary: 'Upload a file',
  description:
    'Stores the body as a file. For 24 hours, sends, replies, forwards and drafts of this identity can attach it by its id, as often ' +
    'as needed. The body is the bytes of the file, at most 5 MiB, and `Content-Type` is its type. ' +
    'Its name is the parameter `filename`, or the header `X-Filename` in percent-encoded UTF-8. The file counts towards the storage of the mailbox.',
  permission: 'drafts:write',
  levels,
  target: identityTarget,
  errors: ['message_too_large', 'mailbox_full'],
  execution: { mode: 'batched', idempotency: { key: 'ignored' } },
  rawBody: { contentType: 'application/octet-stream', description: 'The bytes of the file.' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    filename: filename
      .optional()
      .meta({ description: 'The name of the file. It takes precedence over `X-Filename`.' }),
  }),
  responses: { 201: upload },
  async run({ target, services, header, body }, input) {
    requireLive(target);
    assertRoom(target);
    const name = input.filename ?? nameIn(header('x-filename'));
    const contentType = typeIn(header('content-type'));
    const { blob, sha256 } = await received(services, body ?? []);
    const now = services.clock.now();
    const row = {
      id: newId('upload'),
      tenant_id: target.tenant_id,
      identity_id: target.id,
      filename: name,
      content_type: contentType,
      size: blob.size,
      sha256,
      blob_id: blob.id,
      created_at: now.toISOString(),
      expires_at: after(now, limits.uploadHours * HOUR).toISOString(),
    };
    const write = () =>
      services.db.transaction(async (tx) => {
        await Promise.all([insertBlobs(tx, [blob]), insertUpload(tx, row)]);
      });
    return { status: 201, body: row, write };
  },
});

/** Stages the bytes while they arrive. @throws AppError `message_too_large` as soon as there are too many */
async function received(
  services: Services,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ blob: StagedBlob; sha256: string }> {
  const hash = createHash('sha256');
  async function* counted(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limits.outboundMessage)
        throw new AppError('message_too_large', { limit: limits.outboundMessage });
      hash.update(chunk);
      yield chunk;
    }
  }
  const blob = await stageStream(services, counted());
  return { blob, sha256: hash.digest('hex') };
}

/** The file's name. Header fields are ASCII, so other characters are percent-encoded. @throws AppError `invalid_request` */
function nameIn(field: string | null): string {
  if (field === null || field.trim() === '') return 'file';
  const parsed = filename.safeParse(decoded(field.trim()));
  if (parsed.success) return parsed.data;
  const message = 'Use a file name of 1 to 255 characters in percent-encoded UTF-8.';
  throw invalidRequest([{ path: 'X-Filename', message }]);
}

function decoded(field: string): string {
  try {
    return decodeURIComponent(field);
  } catch {
    return field;
  }
}

/** The file's media type. @throws AppError `invalid_request` */
function typeIn(field: string | null): string {
  const parsed = mediaType.safeParse(field ?? 'application/octet-stream');
  if (parsed.success) return parsed.data;
  throw invalidRequest([{ path: 'Content-Type', message: parsed.error.issues[0]!.message }]);
}

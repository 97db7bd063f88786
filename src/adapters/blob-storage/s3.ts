import type { Readable } from 'node:stream';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '#kernel/base/config-outside.ts';
import {
  assertKey,
  type BlobStorage,
  ObjectMissing,
  PARTIAL,
  StorageUnavailable,
} from '#kernel/ports/blob-storage.ts';
import { partsOf } from './parts.ts';

/**
 * Objects up to this size are one request. Larger ones are sent in parts of this size, with one part in memory. S3
 * requires at least 5 MiB.
 */
const PART_BYTES = 8 * 1024 * 1024;
/** The attempts of a request, and its time limits in milliseconds. */
const ATTEMPTS = 3;
const CONNECT_WITHIN = 3_000;
const SILENT_FOR = 15_000;

type Sdk = typeof import('@aws-sdk/client-s3');
type Open = { sdk: Sdk; client: S3Client };

/**
 * Objects in a bucket of any server that speaks S3: Amazon, R2, MinIO, Garage, Ceph. An object appears completely or not at
 * all, once the server has confirmed it. Signatures cover the content, so the server detects corrupted bytes; the checksum
 * headers that only Amazon supports are not used.
 */
export function s3Storage({ bucket, endpoint, region, prefix }: BucketSettings): BlobStorage {
  const folder = prefix === '' ? '' : `${prefix}/`;
  const at = (key: string) => ({ Bucket: bucket, Key: folder + key });
  let opened: Promise<Open> | null = null;
  // The SDK is loaded when the first object is used, because large objects are rare.
  const open = (): Promise<Open> => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => {
      const client = new sdk.S3Client({
        region,
        ...(endpoint !== null && { endpoint, forcePathStyle: true }),
        maxAttempts: ATTEMPTS,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: { connectionTimeout: CONNECT_WITHIN, requestTimeout: SILENT_FOR },
      });
      return { sdk, client };
    });
    return opened;
  };

  const read = async (key: string, range?: { start: number; end: number }) => {
    const { sdk, client } = await open();
    const Range = range && `bytes=${range.start}-${range.end}`;
    return told(
      key,
      client.send(new sdk.GetObjectCommand({ ...at(assertKey(key)), ...(Range && { Range }) })),
    );
  };

  return {
    async put(key, content) {
      assertKey(key);
      const { sdk, client } = await open();
      const parts = partsOf(content, PART_BYTES);
      const first = (await parts.next()).value!;
      if (first.isLast) {
        await told(key, client.send(new sdk.PutObjectCommand({ ...at(key), Body: first.part })));
        return;
      }
      const begun = await told(key, client.send(new sdk.CreateMultipartUploadCommand(at(key))));
      const upload = { ...at(key), UploadId: begun.UploadId };
      try {
        const done: CompletedPart[] = [];
        const send = async (part: Uint8Array): Promise<void> => {
          const PartNumber = done.length + 1;
          const command = new sdk.UploadPartCommand({ ...upload, PartNumber, Body: part });
          const { ETag } = await told(key, client.send(command));
          done.push({ PartNumber, ETag });
        };
        await send(first.part);
        for await (const { part } of parts) await send(part);
        const command = new sdk.CompleteMultipartUploadCommand({
          ...upload,
          MultipartUpload: { Parts: done },
        });
        await told(key, client.send(command));
      } catch (error) {
        // If this fails too, the blob sweep finds the parts.
        await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {});
        throw error;
      }
    },
    async get(key) {
      const { Body } = await read(key);
      return told(key, Body!.transformToByteArray());
    },
    async stream(key, range) {
      return (await read(key, range)).Body as Readable;
    },
    async size(key) {
      const { sdk, client } = await open();
      try {
        const { ContentLength } = await told(key, client.send(new sdk.HeadObjectCommand(at(assertKey(key)))));
        return ContentLength ?? 0;
      } catch (error) {
        if (error instanceof ObjectMissing) return null;
        throw error;
      }
    },
    async delete(key) {
      assertKey(key);
      const found = await open();
      if (key.endsWith(PARTIAL)) return abortUploads(found, at(key.slice(0, -PARTIAL.length)));
      const { sdk, client } = found;
      await told(key, client.send(new sdk.DeleteObjectCommand(at(key)))).catch((error) => {
        if (!(error instanceof ObjectMissing)) throw error;
      });
    },
    async *listOlder(before) {
      const { sdk, client } = await open();
      const all = { Bucket: bucket, ...(folder && { Prefix: folder }) };
      const isOld = (at: Date | undefined): boolean => at !== undefined && at < before;
      let ContinuationToken: string | undefined;
      do {
        const command = new sdk.ListObjectsV2Command({
          ...all,
          ...(ContinuationToken && { ContinuationToken }),
        });
        const page = await told('', client.send(command));
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && isOld(LastModified)) yield Key.slice(folder.length);
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
      for await (const { Key, Initiated } of uploadsIn({ sdk, client }, all))
        if (Key && isOld(Initiated)) yield Key.slice(folder.length) + PARTIAL;
    },
    close: () => void opened?.then(({ client }) => client.destroy()).catch(() => {}),
  };
}

/** Multipart uploads that were begun but not completed. */
async function* uploadsIn({ sdk, client }: Open, all: { Bucket: string; Prefix?: string }) {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (marker) {
    const page: Awaited<ReturnType<typeof listPage>> = await listPage(marker);
    yield* page.Uploads ?? [];
    const { NextKeyMarker, NextUploadIdMarker } = page;
    marker =
      page.IsTruncated && NextKeyMarker
        ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
        : null;
  }

  function listPage(from: { KeyMarker?: string; UploadIdMarker?: string }) {
    return told('', client.send(new sdk.ListMultipartUploadsCommand({ ...all, ...from })));
  }
}

async function abortUploads(open: Open, { Bucket, Key }: { Bucket: string; Key: string }): Promise<void> {
  const { sdk, client } = open;
  for await (const upload of uploadsIn(open, { Bucket, Prefix: Key })) {
    if (upload.Key !== Key) continue;
    const command = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId: upload.UploadId });
    await told(Key, client.send(command)).catch((error) => {
      if (!(error instanceof ObjectMissing)) throw error;
    });
  }
}

/** Awaits a response and translates its errors. @throws ObjectMissing @throws StorageUnavailable */
async function told<T>(key: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    if (name === 'NoSuchKey' || name === 'NotFound' || name === 'NoSuchUpload')
      throw new ObjectMissing(key, { cause: error });
    const status = $metadata?.httpStatusCode;
    throw new StorageUnavailable(status ? `it answered ${status} (${name}).` : (error as Error).message, {
      cause: error,
    });
  }
}

import { join } from 'node:path';
import type { Config } from '#kernel/base/config.ts';
import type { BlobStorage } from '#kernel/ports/blob-storage.ts';
import { fileSystemStorage } from './file-system.ts';
import { s3Storage } from './s3.ts';
import { twoPlaces } from './two-places.ts';

type Places = Pick<Config, 's3' | 'blobs' | 'dataDir'>;

/** Files, or files and a bucket. PM_BLOBS says where new objects are stored; objects are read from both. */
export function openBlobStorage(config: Places): BlobStorage {
  const { files, s3 } = openPlaces(config);
  if (!s3) return files;
  return config.blobs === 's3' ? twoPlaces(s3, files) : twoPlaces(files, s3);
}

/** Each storage place on its own. */
export const openPlaces = ({ s3, dataDir }: Places): { files: BlobStorage; s3: BlobStorage | null } => ({
  files: fileSystemStorage(join(dataDir, 'blobs')),
  s3: s3 && s3Storage(s3),
});

import { streamBlob } from '#kernel/data/blobs.ts';
import type { LinkKind } from '#mailbox/attachments/index.ts';
import { findExportFile } from './exports-repository.ts';

/** The file behind `download_url`. */
export const exportLinks: LinkKind = {
  notFound: 'export_not_found',
  async find(services, link) {
    const file = await findExportFile(services.db, link, services.clock.now());
    return (
      file && {
        filename: `${link.id}.zip`,
        contentType: 'application/zip',
        size: file.size,
        content: (range) => streamBlob(services, file.blob_id, range),
      }
    );
  },
};

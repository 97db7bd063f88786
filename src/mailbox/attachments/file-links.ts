import { streamBlob } from '#kernel/data/blobs.ts';
import { findFile } from '#mailbox/messages/index.ts';
import type { LinkKind } from './links.ts';

/** Links to one file of a message, created for somebody who may read it (MCP: `mail_get_attachment_text`). */
export const fileLinks: LinkKind = {
  notFound: 'attachment_not_found',
  async find(services, { id, tenant_id }) {
    const file = await findFile(services.db, tenant_id, id);
    if (!file) return null;
    const { filename, content_type, size, blob_id } = file;
    return {
      filename,
      contentType: content_type,
      size,
      content: (range) => streamBlob(services, blob_id, range),
    };
  },
};

import type { LinkKind } from '#links/index.ts';
import { exportLinks } from '#privacy/index.ts';

/** Until mail is sent with links in place of attachments, no such link is good. */
const noAttachments: LinkKind = { notFound: 'attachment_not_found', find: async () => null };

/** Every kind of signed link. A function, because rooms import each other in circles. */
export const linkKinds = (): Record<'export' | 'attachment', LinkKind> => ({
  export: exportLinks,
  attachment: noAttachments,
});

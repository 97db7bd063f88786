import { attachmentLinks } from '#mail/sending/index.ts';
import type { LinkKind } from '#mailbox/attachments/links.ts';
import { exportLinks } from '#trust/privacy/index.ts';

/** Every kind of signed link to a file. A function, because rooms import each other in circles. */
export const linkKinds = (): Record<'export' | 'attachment', LinkKind> => ({
  export: exportLinks,
  attachment: attachmentLinks,
});

import type { LinkKind } from '#links/index.ts';
import { exportLinks } from '#privacy/index.ts';
import { attachmentLinks } from '#sending/index.ts';

/** Every kind of signed link to a file. A function, because rooms import each other in circles. */
export const linkKinds = (): Record<'export' | 'attachment', LinkKind> => ({
  export: exportLinks,
  attachment: attachmentLinks,
});

import { attachmentLinks } from '#mail/sending/index.ts';
import { fileLinks, type LinkKinds } from '#mailbox/attachments/index.ts';
import { exportLinks } from '#trust/privacy/index.ts';

/** Every kind of signed link to a file. */
export const linkKinds: LinkKinds = { export: exportLinks, attachment: attachmentLinks, file: fileLinks };

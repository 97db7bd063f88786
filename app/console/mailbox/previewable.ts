import type { Attachment } from '../data/trpc.ts';

/** Image types that cannot contain anything but an image. */
const DRAWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const MOST_IMAGE_BYTES = 10 * 1024 * 1024;
const MOST_PDF_BYTES = 20 * 1024 * 1024;

export const isPdf = ({ content_type, size }: Attachment): boolean =>
  content_type === 'application/pdf' && size <= MOST_PDF_BYTES;

export const isImage = ({ content_type, size }: Attachment): boolean =>
  DRAWN.test(content_type) && size <= MOST_IMAGE_BYTES;

/**
 * Whether the console can show an attachment: images and PDFs are drawn, and for other documents the extracted text is
 * shown. Files with a risk are never opened here.
 */
export const isPreviewable = (attachment: Attachment): boolean =>
  attachment.risk === null &&
  (isImage(attachment) || isPdf(attachment) || ['ready', 'pending'].includes(attachment.text_status));

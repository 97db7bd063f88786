import { create as contentDisposition } from 'content-disposition';

/** Header fields of a stranger's file: a download that no browser runs. */
export const downloadHeaders = (file: {
  filename: string;
  content_type: string;
  size: number;
}): Record<string, string> => ({
  'Content-Type': file.content_type,
  'Content-Length': String(file.size),
  'Content-Disposition': contentDisposition(file.filename, { type: 'attachment' }),
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': 'sandbox',
});

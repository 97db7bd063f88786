import { create as contentDisposition } from 'content-disposition';

/** Header fields that make a browser download a stranger's file and never run it. */
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

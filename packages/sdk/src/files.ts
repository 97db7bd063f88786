import { toBase64, utf8 } from './bytes.ts';

/** A file in the form that sends accept. */
export type AttachedFile = { filename: string; content_base64: string; content_type?: string };

type Content = string | Uint8Array | ArrayBuffer | Blob;

/** A file for the `attachments` of a send. Text becomes UTF-8; the type of a Blob is kept. */
export async function attachment(
  filename: string,
  content: Content,
  contentType?: string,
): Promise<AttachedFile> {
  const type = contentType ?? (content instanceof Blob && content.type !== '' ? content.type : undefined);
  return {
    filename,
    content_base64: toBase64(await bytesOf(content)),
    ...(type !== undefined && { content_type: type }),
  };
}

async function bytesOf(content: Content): Promise<Uint8Array> {
  if (typeof content === 'string') return utf8(content);
  if (content instanceof Blob) return new Uint8Array(await content.arrayBuffer());
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** The name that a file came with (RFC 6266), or null. It is text from a stranger: never use it as a path. */
export function filenameOf(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // The encoded form is invalid, so the plain form is used.
    }
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? null;
}

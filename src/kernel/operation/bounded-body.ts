import { AppError, invalidRequest } from '../catalogue/errors.ts';
import { limits } from '../catalogue/limits.ts';

type BodySource = { header(name: string): string | null; body: AsyncIterable<Uint8Array> | null };

/**
 * Refuses a compressed or otherwise encoded body before any of it is read.
 * @throws AppError `unsupported_media_type`
 */
export function requirePlainEncoding({ header }: Pick<BodySource, 'header'>): void {
  const encoding = header('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    throw new AppError('unsupported_media_type', {
      content_encoding: 'Send the body without Content-Encoding.',
    });
}

/**
 * The body of a request, at most 7 MiB (spec 8.1). Refused while it streams in, not after: the rest of an
 * oversized body is never read. @throws AppError `payload_too_large`, `invalid_request`
 */
export async function readBounded(request: BodySource): Promise<Buffer> {
  const announced = Number(request.header('content-length') ?? 0);
  if (announced > limits.requestBody) throw new AppError('payload_too_large');
  return Buffer.concat(await Array.fromAsync(bounded(request.body ?? [])));
}

async function* bounded(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of told(body)) {
    size += chunk.length;
    if (size > limits.requestBody) throw new AppError('payload_too_large');
    yield chunk;
  }
}

/** A body of bytes, whose size the operation itself limits. @throws AppError `invalid_request` if it breaks off */
export const unbroken = (body: AsyncIterable<Uint8Array> | null): AsyncIterable<Uint8Array> | null =>
  body && told(body);

async function* told(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The client disconnected. Nobody reads the response, and nothing failed on our side.
    throw invalidRequest([
      { path: '', message: 'The connection ended before the whole body had arrived. Send the whole body.' },
    ]);
  }
}

import { AppError } from './errors.ts';
import { limits } from './limits.ts';

type BodySource = { header(name: string): string | null; body: AsyncIterable<Uint8Array> | null };

/**
 * The body of a request, at most 7 MiB (interface-spec 8.1). Refused while it streams in, not after: the rest of an
 * oversized body is never read. @throws AppError `payload_too_large`
 */
export async function readBounded(request: BodySource): Promise<Buffer> {
  const announced = Number(request.header('content-length') ?? 0);
  if (announced > limits.requestBody) throw new AppError('payload_too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limits.requestBody) throw new AppError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

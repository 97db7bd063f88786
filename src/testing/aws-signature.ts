import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type AwsKey = { id: string; secret: string };

/** Why a signature is refused, as a code of S3's error responses. */
export type Refusal =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'SignatureDoesNotMatch'
  | 'RequestTimeTooSkewed';

const MAX_SKEW = 15 * 60_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** Checks the Signature Version 4 of a request to S3, and that it covers this body. @returns null if it is valid */
export function refusalOf(request: IncomingMessage, body: Buffer, key: AwsKey): Refusal | null {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '');
  const time = String(request.headers['x-amz-date'] ?? '');
  const bodyHash = String(request.headers['x-amz-content-sha256'] ?? '');
  if (!found || !/^\d{8}T\d{6}Z$/.test(time)) return 'AccessDenied';
  const [, id, day, region, signedHeaders, signature] = found as unknown as string[];
  if (id !== key.id) return 'InvalidAccessKeyId';
  if (!time.startsWith(day!)) return 'SignatureDoesNotMatch';
  const sentAt = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Math.abs(Date.now() - sentAt) > MAX_SKEW) return 'RequestTimeTooSkewed';
  const names = signedHeaders!.split(';');
  // S3 requires these headers to be signed, and every `x-amz-` header of the request.
  const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !names.includes(name))) return 'SignatureDoesNotMatch';
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'SignatureDoesNotMatch';
  const [path, query = ''] = request.url!.split('?', 2) as [string, string?];
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signingKey = [day!, region!, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${key.secret}`),
  );
  const expected = hmac(signingKey, toSign);
  return timingSafeEqual(expected, Buffer.from(signature!, 'hex')) ? null : 'SignatureDoesNotMatch';
}

/** Sorted by name, then value; a name without a value gets an empty one. */
const canonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

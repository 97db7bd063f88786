import { create as contentDisposition } from 'content-disposition';
import { AppError, type ErrorCode } from '#kernel/catalogue/errors.ts';
import { byteRange } from '#kernel/operation/byte-range.ts';
import type { Bytes } from '#kernel/operation/operation.ts';
import type { Services } from '#kernel/operation/services.ts';
import { claimedKind, type LinkPayload, linkToken, readLink } from './link-token.ts';

export { linkToken, readLink } from './link-token.ts';

/** A file behind a link. `range` is inclusive and within the size. */
export type LinkedFile = {
  filename: string;
  contentType: string;
  size: number;
  content(range?: { start: number; end: number }): Promise<Bytes['content']>;
};

/** How a room resolves its kind of link, and its response to an expired one. */
export type LinkKind = {
  notFound: ErrorCode;
  /** Returns the file, or null when it no longer exists. The verified link is the only permission that is needed. */
  find(services: Services, link: Pick<LinkPayload, 'id' | 'tenant_id'>): Promise<LinkedFile | null>;
  /** Called before the file is sent. */
  opened?(services: Services, link: Pick<LinkPayload, 'id' | 'tenant_id'>, by: LinkReader): Promise<void>;
};

/** The client that opens a link, as far as it is known. */
export type LinkReader = { requestId: string; source_address: string | null };

/** Every kind of link to a file; the registry lists them. */
export type LinkKinds = Record<'export' | 'attachment' | 'file', LinkKind>;

/** Creates a URL that serves the file to anyone who has it, until it expires (spec 4.2). */
export const mintLink = (
  services: Pick<Services, 'config' | 'keyRing' | 'clock'>,
  { expires_at, ...link }: Omit<LinkPayload, 'expires_at'> & { expires_at: Date },
): string =>
  `${services.config.publicUrl}/v1/links/${linkToken(services, { ...link, expires_at: expires_at.getTime() })}`;

/** Answers GET /v1/links/{token}. @throws AppError `attachment_not_found`, `export_not_found` */
export async function openLink(
  services: Services,
  kinds: LinkKinds,
  token: string,
  header: (name: string) => string | null,
  by: LinkReader,
): Promise<{ status: 200 | 206; bytes: Bytes }> {
  const link = readLink(services, token);
  const named = link?.kind ?? claimedKind(token);
  const kind = kinds[named === 'export' || named === 'file' ? named : 'attachment'];
  const file = link && (await kind.find(services, link));
  if (!link || !file) throw new AppError(kind.notFound);
  await kind.opened?.(services, link, by);
  const range = byteRange(header('range'), file.size);
  const bytes = {
    content: await file.content(range ?? undefined),
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(range ? range.end - range.start + 1 : file.size),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
      'Accept-Ranges': 'bytes',
      'Content-Disposition': contentDisposition(file.filename, { type: 'attachment' }),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': 'sandbox',
      'Referrer-Policy': 'no-referrer',
    },
  };
  return { status: range ? 206 : 200, bytes };
}

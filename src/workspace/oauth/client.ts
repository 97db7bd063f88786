import { z } from 'zod';
import type { Config } from '#kernel/base/config.ts';
import { sameBytes } from '#kernel/keys/sealing.ts';
import { line } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { OAuthError } from './error.ts';
import { type AuthMethod, authMethods } from './metadata.ts';
import { refusalOfRedirect } from './redirect-uri.ts';
import { findClient } from './repository.ts';
import { hashToken } from './secrets.ts';

/** An application that registered itself, or that a metadata document describes. */
export type Client = {
  id: string;
  name: string;
  uri: string | null;
  redirect_uris: readonly string[];
};

const MAX_ID = 1_000;

/** A web page of the application. URLs with other schemes must never become links. */
const webPage = z
  .string()
  .max(2_000)
  .regex(/^https:\/\//i)
  .optional()
  .catch(undefined);

/** This is shown to people next to our own text, so it may contain no bidirectional control characters. */
const clientName = line(200, 1)
  .refine(
    (name) => !/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name),
    'Remove the characters that change the direction of text.',
  )
  .optional();

const documentSchema = z.object({
  client_id: z.string(),
  client_name: clientName,
  client_uri: webPage,
  redirect_uris: z.array(z.string()).min(1).max(50),
  token_endpoint_auth_method: z.string().optional(),
});

/** Whether an id is the URL of a client metadata document: https, with a path, and in its only possible spelling. */
export function isDocumentId({ insecureTargets }: Config, id: string): boolean {
  if (id.length > MAX_ID || !URL.canParse(id)) return false;
  const url = new URL(id);
  const isWeb = url.protocol === 'https:' || (insecureTargets && url.protocol === 'http:');
  return isWeb && url.href === id && url.pathname !== '/' && !url.hash && !url.username && !url.password;
}

/** @throws OAuthError `invalid_client` */
export async function requireClient(services: Services, id: string | undefined): Promise<Client> {
  if (id === undefined || id === '') throw new OAuthError('invalid_request', 'The client_id is missing.');
  if (isDocumentId(services.config, id)) return readDocument(services, id);
  const found = await findClient(services.db, id, services.clock.now());
  if (!found) throw unknownClient();
  return found;
}

const unknownClient = (): OAuthError =>
  new OAuthError('invalid_client', 'This client_id is not registered, or its registration has expired.', 401);

/** Fetched for each request: the document is authoritative and may be withdrawn. */
async function readDocument({ web }: Services, id: string): Promise<Client> {
  const found = await web.getJson(id);
  if (found === null)
    throw new OAuthError(
      'invalid_client',
      `The client metadata document could not be fetched from ${new URL(id).host}. Make it reachable for this server, or register the client.`,
      401,
    );
  const parsed = documentSchema.safeParse(found);
  if (!parsed.success)
    throw new OAuthError('invalid_client', 'There is no client metadata document at the client_id.', 401);
  const document = parsed.data;
  if (document.client_id !== id)
    throw new OAuthError('invalid_client', 'The client metadata document names another client_id.', 401);
  if ((document.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new OAuthError(
      'invalid_client',
      'A client with a metadata document must use token_endpoint_auth_method none.',
      401,
    );
  return {
    id,
    name: document.client_name ?? new URL(id).host,
    uri: document.client_uri ?? null,
    redirect_uris: document.redirect_uris.filter((uri) => refusalOfRedirect(uri) === null),
  };
}

/**
 * Authenticates the client that calls the token, revocation or device endpoint. A client without a secret only states its
 * id; its rights then depend on the code or token that it presents, and on PKCE.
 * @returns the client's id
 * @throws OAuthError `invalid_client`, `invalid_request`
 */
export async function authenticateClient(
  services: Services,
  form: ReadonlyMap<string, string>,
  authorization: string | null,
): Promise<string> {
  const basic = readBasic(authorization);
  const posted = form.get('client_secret');
  if (basic && posted !== undefined)
    throw new OAuthError('invalid_request', 'Use only one method to authenticate the client.');
  const id = basic?.id ?? form.get('client_id') ?? '';
  if (basic && form.has('client_id') && form.get('client_id') !== id)
    throw new OAuthError('invalid_request', 'The header and the body contain different client ids.');
  if (id === '') throw new OAuthError('invalid_request', 'The client_id is missing.');
  const secret = basic?.secret ?? posted;
  if (isDocumentId(services.config, id)) {
    if (secret) throw wrongSecret();
    return id;
  }
  const client = await findClient(services.db, id, services.clock.now());
  if (!client) throw unknownClient();
  const used: AuthMethod = basic
    ? 'client_secret_basic'
    : posted === undefined
      ? 'none'
      : 'client_secret_post';
  assertSecret(client, used, secret ?? '');
  return id;
}

const wrongSecret = (): OAuthError => new OAuthError('invalid_client', 'The client secret is wrong.', 401);

function assertSecret(
  client: { auth_method: string; secret_hash: Buffer | null },
  used: AuthMethod,
  secret: string,
): void {
  if (client.secret_hash === null) {
    // Some libraries send an empty secret for a client without one.
    if (secret !== '') throw wrongSecret();
    return;
  }
  // Both methods of sending a secret are accepted, whichever was registered.
  if (used === 'none' || !sameBytes(hashToken(secret), client.secret_hash)) throw wrongSecret();
}

/** Reads HTTP Basic credentials, whose parts are form-encoded (RFC 6749 2.3.1). */
function readBasic(authorization: string | null): { id: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,4000})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [, id = '', secret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part.replaceAll('+', ' '));
    } catch {
      return part;
    }
  };
  return { id: decode(id), secret: decode(secret) };
}

/** The metadata with which an application registers itself (RFC 7591 2). Fields without a meaning here are dropped. */
export const registration = z.object({
  client_name: clientName,
  client_uri: webPage,
  redirect_uris: z.array(z.string()).max(20).default([]),
  grant_types: z.array(z.string().max(100)).max(20).default(['authorization_code']),
  response_types: z.array(z.string().max(100)).max(20).default(['code']),
  token_endpoint_auth_method: z.enum(authMethods).default('client_secret_basic'),
});

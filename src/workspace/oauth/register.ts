import type { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Services } from '#kernel/operation/services.ts';
import { registration } from './client.ts';
import { OAuthError } from './error.ts';
import { grantTypes } from './metadata.ts';
import { refusalOfRedirect } from './redirect-uri.ts';
import { insertClient } from './repository.ts';
import { hashToken, newToken } from './secrets.ts';

/**
 * Registers an application (RFC 7591). A registration grants nothing; it only lets the application ask for access.
 * Unused registrations expire.
 * @returns the response of the registration endpoint
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 */
export async function registerClient(
  { db, clock }: Services,
  given: unknown,
): Promise<Record<string, unknown>> {
  const metadata = readMetadata(given);
  const grants = grantTypes.filter((type) => type === 'refresh_token' || metadata.grant_types.includes(type));
  if (grants.length === 1) throw wrong('grant_types', `Send at least one of ${grantTypes.join(', ')}.`);
  if (!metadata.response_types.includes('code') && metadata.response_types.length > 0)
    throw wrong('response_types', 'Use code, the only response type.');
  assertRedirects(metadata.redirect_uris, grants.includes('authorization_code'));
  const now = clock.now();
  const method = metadata.token_endpoint_auth_method;
  const secret = method === 'none' ? null : newToken('pms_');
  const client = {
    id: newId('application'),
    name: metadata.client_name ?? 'An application without a name',
    uri: metadata.client_uri ?? null,
    redirect_uris: metadata.redirect_uris,
    auth_method: method,
    secret_hash: secret === null ? null : hashToken(secret),
    expires_at: after(now, limits.oauth.registrationDays.unused * DAY),
  };
  await insertClient(db, client);
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.uri !== null && { client_uri: client.uri }),
    redirect_uris: client.redirect_uris,
    grant_types: grants,
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
}

const wrong = (field: string, message: string): OAuthError =>
  new OAuthError('invalid_client_metadata', `${field}: ${message}`);

function readMetadata(given: unknown): z.output<typeof registration> {
  const parsed = registration.safeParse(given);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw wrong(first?.path.join('.') ?? '', first?.message ?? 'Send a JSON object.');
}

function assertRedirects(uris: readonly string[], areNeeded: boolean): void {
  if (areNeeded && uris.length === 0)
    throw new OAuthError('invalid_redirect_uri', 'Register at least one redirect URI.');
  for (const uri of uris) {
    const refusal = refusalOfRedirect(uri);
    if (refusal !== null)
      throw new OAuthError('invalid_redirect_uri', `${refusal} Given: ${uri.slice(0, 200)}`);
  }
}

import { after, MINUTE } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Services } from '#kernel/operation/services.ts';
import { assertOurResource, consentPage } from './addresses.ts';
import { type Client, requireClient } from './client.ts';
import { OAuthError } from './error.ts';
import { isRegistered, withParameters } from './redirect-uri.ts';
import { insertRequest } from './repository.ts';
import { readScope } from './scopes.ts';
import { hashToken, newToken } from './secrets.ts';

const MAX_STATE = 4_000;
/** An S256 challenge is base64url of 32 bytes. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * An application sends a person here. An error in the client or the redirect URI is shown to the person, without a
 * redirect; every other error is returned to the application.
 * @returns the URL that the browser goes to: the consent page, or the application
 * @throws OAuthError for errors that must not be sent to the redirect URI
 */
export async function beginAuthorization(
  services: Services,
  query: ReadonlyMap<string, string>,
): Promise<string> {
  const client = await requireClient(services, query.get('client_id'));
  const redirectUri = requireRedirect(client, query.get('redirect_uri'));
  const state = query.get('state') ?? null;
  try {
    return await keepRequest(services, { client, redirectUri, state, query });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return answerTo(
      services,
      { redirect_uri: redirectUri, state: (state ?? '').length > MAX_STATE ? null : state },
      {
        error: error.code,
        error_description: error.message,
      },
    );
  }
}

/** The URL back to the application; `iss` names the issuer (RFC 9207). */
export const answerTo = (
  { config }: Pick<Services, 'config'>,
  request: { redirect_uri: string; state: string | null },
  parameters: Record<string, string>,
): string =>
  withParameters(request.redirect_uri, { ...parameters, state: request.state, iss: config.publicUrl });

function requireRedirect({ redirect_uris }: Client, given: string | undefined): string {
  const [only] = redirect_uris;
  if (given === undefined && only !== undefined && redirect_uris.length === 1) return only;
  if (given !== undefined && isRegistered(redirect_uris, given)) return given;
  throw new OAuthError('invalid_request', 'The application has not registered this redirect URI.');
}

type Asked = {
  client: Client;
  redirectUri: string;
  state: string | null;
  query: ReadonlyMap<string, string>;
};

async function keepRequest(
  services: Services,
  { client, redirectUri, state, query }: Asked,
): Promise<string> {
  if (query.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.');
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'PKCE is required: send a code_challenge with the method S256.');
  if (state !== null && state.length > MAX_STATE)
    throw new OAuthError('invalid_request', `The state must have at most ${MAX_STATE} characters.`);
  assertOurResource(services.config, query.get('resource'));
  const token = newToken();
  await insertRequest(services.db, {
    handle_hash: hashToken(token),
    kind: 'browser',
    client_id: client.id,
    client_name: client.name,
    client_uri: client.uri,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    scopes: readScope(query.get('scope')),
    user_code: null,
    expires_at: after(services.clock.now(), limits.oauth.requestMinutes.browser * MINUTE),
  });
  return consentPage(services.config, token);
}

import { sleep } from '../backoff.ts';
import type { Profile } from './profiles.ts';

/** Login by the device flow (RFC 8628) at the authorization server that the deployment names (RFC 8414). */

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const PATIENCE = 30_000;

export class LoginError extends Error {}

type Metadata = {
  issuer: string;
  device_authorization_endpoint?: string;
  token_endpoint: string;
  registration_endpoint?: string;
  revocation_endpoint?: string;
};
type Tokens = { access_token: string; refresh_token?: string; expires_in?: number };
type Json = Record<string, unknown>;

/** The steps for the person: open the page and type the code. */
export type Prompt = { userCode: string; page: string; pageWithCode: string | null; seconds: number };

const trimmed = (url: string): string => url.replace(/\/+$/, '');

async function metadataOf(url: string): Promise<Metadata> {
  const { status, body } = await send(`${url}/.well-known/oauth-authorization-server`, {});
  if (status === 404)
    throw new LoginError(
      'This deployment does not support login in the browser. Use `proofmail login --key-stdin`.',
    );
  const metadata = body as Metadata;
  if (status !== 200 || !metadata.token_endpoint)
    throw new LoginError(`The metadata of the authorization server could not be read (status ${status}).`);
  // RFC 8414, section 3.3. Otherwise anybody could name the endpoints.
  if (trimmed(metadata.issuer) !== url)
    throw new LoginError(
      `The URL of this deployment is ${metadata.issuer}. Log in with --url ${metadata.issuer}.`,
    );
  return metadata;
}

/** @throws LoginError if it was refused or took too long */
export async function logInByDevice(
  url: string,
  { show, signal, scope }: { show(prompt: Prompt): void; signal: AbortSignal; scope?: string },
): Promise<NonNullable<Profile['tokens']>> {
  const metadata = await metadataOf(url);
  const { device_authorization_endpoint: endpoint } = metadata;
  if (!endpoint)
    throw new LoginError(
      'This deployment does not support the device flow. Use `proofmail login --key-stdin`.',
    );
  const clientId = await registered(metadata);
  const { status, body } = await send(endpoint, {
    form: { client_id: clientId, ...(scope !== undefined && { scope }) },
  });
  if (status !== 200) throw refused(status, body);
  const code = body as {
    device_code: string;
    user_code: string;
    verification_uri: string;
    verification_uri_complete?: string;
    expires_in: number;
    interval?: number;
  };
  show({
    userCode: code.user_code,
    page: code.verification_uri,
    pageWithCode: code.verification_uri_complete ?? null,
    seconds: code.expires_in,
  });
  const tokens = await poll(metadata.token_endpoint, clientId, code, signal);
  return kept(tokens, clientId, metadata.token_endpoint);
}

async function registered({ registration_endpoint: endpoint }: Metadata): Promise<string> {
  if (!endpoint) return 'proofmail-cli';
  const json = {
    client_name: 'Proofmail command line',
    redirect_uris: [],
    response_types: [],
    grant_types: [DEVICE_GRANT, 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  const { status, body } = await send(endpoint, { json });
  if (status !== 201 && status !== 200) throw refused(status, body);
  return String(body.client_id);
}

type DeviceCode = { device_code: string; expires_in: number; interval?: number };

async function poll(
  endpoint: string,
  clientId: string,
  { device_code, expires_in, interval = 5 }: DeviceCode,
  signal: AbortSignal,
): Promise<Tokens> {
  const end = performance.now() + expires_in * 1000;
  let pause = interval;
  while (performance.now() < end) {
    await sleep(pause * 1000, signal);
    const form = { grant_type: DEVICE_GRANT, device_code, client_id: clientId };
    const { status, body } = await send(endpoint, { form }).catch(() => ({ status: 0, body: {} as Json }));
    if (status === 200) return body as Tokens;
    // RFC 8628, section 3.5. Without a response, also wait longer.
    if (body.error === 'slow_down' || status === 0 || status >= 500) pause += 5;
    else if (body.error !== 'authorization_pending') throw refused(status, body);
  }
  throw new LoginError('The code has expired. Start again.');
}

/** Renews expiring tokens. @throws LoginError if the login has ended */
export async function refreshed(
  tokens: NonNullable<Profile['tokens']>,
): Promise<NonNullable<Profile['tokens']>> {
  const { refresh_token, client_id, token_endpoint } = tokens;
  if (!refresh_token) throw new LoginError('The login has expired. Run `proofmail login`.');
  const form = { grant_type: 'refresh_token', refresh_token, client_id };
  const { status, body } = await send(token_endpoint, { form });
  if (status !== 200) throw new LoginError('The login has expired. Run `proofmail login`.');
  return {
    ...kept(body as Tokens, client_id, token_endpoint),
    refresh_token: String(body.refresh_token ?? refresh_token),
  };
}

/** Ends a login at the server (RFC 7009). A failure changes nothing for the user. */
export async function revoke(
  url: string,
  { refresh_token, access_token, client_id }: NonNullable<Profile['tokens']>,
) {
  const { revocation_endpoint } = await metadataOf(url);
  if (revocation_endpoint)
    await send(revocation_endpoint, { form: { token: refresh_token ?? access_token, client_id } });
}

const kept = (
  { access_token, refresh_token, expires_in = 3600 }: Tokens,
  clientId: string,
  endpoint: string,
) => ({
  access_token,
  ...(refresh_token !== undefined && { refresh_token }),
  expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
  client_id: clientId,
  token_endpoint: endpoint,
});

function refused(status: number, { error, error_description }: Json): LoginError {
  if (error === 'access_denied') return new LoginError('The login was denied.');
  if (error === 'expired_token') return new LoginError('The code has expired. Start again.');
  return new LoginError(String(error_description ?? error ?? `The server answered with status ${status}.`));
}

async function send(
  url: string,
  { form, json }: { form?: Record<string, string>; json?: object },
): Promise<{ status: number; body: Json }> {
  const body = form ? new URLSearchParams(form) : json && JSON.stringify(json);
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(json && { 'content-type': 'application/json' }) },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
    ...(body && { body }),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as Json };
  } catch {
    return { status: response.status, body: {} };
  }
}

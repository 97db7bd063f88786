import * as oauth from 'oauth4webapi';
import type { Clock } from '#kernel/base/clock.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import { emailAddress } from '#kernel/operation/schema.ts';
import type { ProviderFlow, ProviderSettings } from '#kernel/ports/identity-provider.ts';

/** Providers respond within a second, and the person is looking at an empty page. */
const PATIENCE_MS = 10_000;

/** The maximum difference between a provider's clock and ours, in seconds. */
const TOLERANCE = 60;

/** One request to a provider: no redirects, bounded time and size. */
async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { status, headers, body } = response;
  const bytes = await readBounded({ header: (name) => headers.get(name), body });
  const plain = new Headers(headers);
  // The body is already decoded.
  plain.delete('content-encoding');
  plain.delete('content-length');
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers: plain });
}

/** Options for the library's requests to this provider. Plain HTTP is allowed only if the operator configured it. */
export const asking = (url: string) => ({
  [oauth.customFetch]: (target: string, init: oauth.CustomFetchOptions<string, unknown>) =>
    boundedFetch(target, init as RequestInit),
  [oauth.allowInsecureRequests]: url.startsWith('http:'),
});

export const clientOf = ({ clientId }: ProviderSettings, clock: Clock): oauth.Client => ({
  client_id: clientId,
  [oauth.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
  [oauth.clockTolerance]: TOLERANCE,
});

/** The address for the browser: the code flow with PKCE (RFC 9700, 2.1.1). */
export async function authorizeAddress(
  endpoint: string,
  clientId: string,
  flow: ProviderFlow,
  more: Record<string, string>,
): Promise<string> {
  const target = new URL(endpoint);
  const query = {
    client_id: clientId,
    redirect_uri: flow.redirectUri,
    response_type: 'code',
    state: flow.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  return target.href;
}

/** The valid addresses among these, normalized as we store those of people. */
export const asAddresses = (given: readonly unknown[]): string[] =>
  given.flatMap((text) => {
    const parsed = emailAddress.safeParse(typeof text === 'string' ? text.toLowerCase() : null);
    return parsed.success ? [parsed.data] : [];
  });

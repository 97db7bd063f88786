const MAX = 2_000;
/** An http URI on the local machine, with host and port separate from the rest. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(?=[/?]|$)/;

/**
 * Schemes that run code, display the content of the URI, or belong to a protocol that cannot receive the redirect of a
 * sign-in.
 */
const FORBIDDEN =
  /^(javascript|vbscript|data|file|filesystem|blob|about|view-source|ftp|ftps|ws|wss|mailto|tel|sms|intent|jar|chrome|edge|resource|search|search-ms|ms-.*):$/;

/** Why an application cannot register this URI, or null (RFC 6749 3.1.2, RFC 8252 7). */
export function refusalOfRedirect(uri: string): string | null {
  if (uri.length > MAX) return `Use a redirect URI of at most ${MAX} characters.`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri) || !URL.canParse(uri))
    return 'Use an absolute URI as the redirect URI.';
  const { protocol, username, password } = new URL(uri);
  if (uri.includes('#')) return 'Remove the fragment from the redirect URI.';
  if (username || password) return 'Remove the user name and the password from the redirect URI.';
  if (protocol === 'https:') return /^https:\/\/[^/?]/i.test(uri) ? null : 'Add a host to the redirect URI.';
  if (protocol === 'http:')
    return LOOPBACK.test(uri)
      ? null
      : 'Use a redirect URI with https, or with http on localhost, 127.0.0.1 or [::1].';
  return FORBIDDEN.test(protocol) ? `A redirect URI cannot begin with ${protocol}` : null;
}

/** Removes the port of a loopback URI, which a program learns only when it starts (RFC 8252 7.3). */
const withoutPort = (uri: string): string => uri.replace(LOOPBACK, 'http://$1');

/** Whether a URI is exactly a registered one. A loopback URI may have any port. */
export const isRegistered = (registered: readonly string[], uri: string): boolean =>
  registered.includes(uri) ||
  (LOOPBACK.test(uri) &&
    refusalOfRedirect(uri) === null &&
    registered.some((each) => LOOPBACK.test(each) && withoutPort(each) === withoutPort(uri)));

/** The destination for display to a person: a host, this computer, or the name of an app. */
export function destinationOf(uri: string): { kind: 'web' | 'computer' | 'app'; name: string } {
  if (LOOPBACK.test(uri)) return { kind: 'computer', name: new URL(uri).host };
  const { protocol, host } = new URL(uri);
  return protocol === 'https:'
    ? { kind: 'web', name: host }
    : { kind: 'app', name: protocol.replace(':', '') };
}

/** Adds parameters to a URI without changing the registered part. */
export function withParameters(uri: string, parameters: Record<string, string | null>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) added.set(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}

import { createHash } from 'node:crypto';

type Client = { id: string; secret: string };

/**
 * The codes of a provider on loopback, as strict as a real one: a code works once, with the client's secret and with the
 * redirect URI and PKCE verifier of its request.
 */
export function openCodes(client: Client) {
  const codes = new Map<string, URLSearchParams>();
  let count = 0;
  return {
    /** A person agrees on the page to which the browser was sent. @returns the URL to which it is sent back */
    agree(authorizeUrl: string): URL {
      const asked = new URL(authorizeUrl).searchParams;
      count += 1;
      const code = `code-${count}`;
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back;
    },
    /** The request that a code belongs to, or null if the code is wrong. */
    redeem(form: URLSearchParams, authorization: string | undefined): URLSearchParams | null {
      const code = form.get('code') ?? '';
      const asked = codes.get(code);
      codes.delete(code);
      const verifier = form.get('code_verifier') ?? '';
      const isGood =
        asked !== undefined &&
        isClient(form, authorization, client) &&
        form.get('redirect_uri') === asked.get('redirect_uri') &&
        createHash('sha256').update(verifier).digest('base64url') === asked.get('code_challenge');
      return isGood ? asked : null;
    },
  };
}

function isClient(form: URLSearchParams, authorization: string | undefined, { id, secret }: Client): boolean {
  if (authorization === undefined)
    return form.get('client_id') === id && form.get('client_secret') === secret;
  // Both parts are form-encoded before they are joined (RFC 6749, 2.3.1).
  const [user, password] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
  return decodeURIComponent(user ?? '') === id && decodeURIComponent(password ?? '') === secret;
}

import { createHash } from 'node:crypto';

type Client = { id: string; secret: string };

/**
 * The codes of a provider on loopback, as strict as a real one: a code works once, with the client's secret, the redirect
 * address and the PKCE verifier of the request that it was made for.
 */
export function openCodes(client: Client) {
  const codes = new Map<string, URLSearchParams>();
  let count = 0;
  return {
    /** A person agrees on the page that the browser was sent to. @returns where the browser is sent back */
    agree(authorizeUrl: string): URL {
      const asked = new URL(authorizeUrl).searchParams;
      count += 1;
      const code = `code-${count}`;
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back;
    },
    /** The request that a code was made for, or null for one that is wrong. */
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
  // RFC 6749, 2.3.1: both are encoded as in a form before they are joined.
  const [user, password] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
  return decodeURIComponent(user ?? '') === id && decodeURIComponent(password ?? '') === secret;
}

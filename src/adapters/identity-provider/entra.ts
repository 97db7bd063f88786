import { decodeJwt, decodeProtectedHeader } from 'jose';
import type * as oauth from 'oauth4webapi';
import { z } from 'zod';

/** Entra in its clouds: the public one, that of the US government, and that of China. */
const HOSTS = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
]);

/** The Entra endpoints that accept accounts of more than one organisation. */
const SHARED = /^\/(common|organizations|consumers)(\/|$)/;

/** A placeholder in the issuer of a shared endpoint. The issuer in a token has the organisation's id instead. */
const TEMPLATE = '{tenantid}';
/** The one organisation that holds everybody's personal accounts. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
const ORGANISATION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose accounts an address of Entra lets in; null for a single organisation, and for every other provider. */
export function sharedBy(name: string, url: string): string | null {
  const { host, pathname } = new URL(url);
  const isEntra = name === 'microsoft' || HOSTS.has(host);
  return (isEntra && SHARED.exec(pathname)?.[1]) || null;
}

/** The issuer that the discovery document of a shared address names, which is not that address. */
export const issuerOfShared = (url: string, shared: string): URL =>
  new URL(`/${shared === 'consumers' ? PERSONAL : TEMPLATE}/v2.0`, url);

type EntraKey = oauth.JWK & { issuer?: unknown };

const claimsSchema = z.object({ tid: z.string().regex(ORGANISATION) });

/**
 * The issuer that must be in a token of a shared address: its organisation's. `tid` is read here without a check, and only
 * says which issuer the library must find in the token. @throws Error for an organisation that the address excludes
 */
export function issuerOfToken(template: string, shared: string, idToken: string): string {
  if (!template.includes(TEMPLATE)) return template;
  const { tid } = claimsSchema.parse(decodeJwt(idToken));
  if (shared === 'organizations' && tid === PERSONAL)
    throw new Error('A personal account came through the address for organisations.');
  return template.replace(TEMPLATE, tid);
}

/**
 * Entra says of its keys whose tokens they sign, because organisations may have keys of their own: without this check the
 * key of one would sign for all. A key that names nobody signs for all, as in Microsoft's own library.
 * @throws Error when the key is another organisation's
 */
export function assertSigningKeyOf(issuer: string, idToken: string, keys: readonly EntraKey[]): void {
  const { kid } = decodeProtectedHeader(idToken);
  const [organisation = ''] = new URL(issuer).pathname.split('/').filter(Boolean);
  const signsForOthers = keys.some(
    (key) =>
      (kid === undefined || key.kid === kid) &&
      typeof key.issuer === 'string' &&
      key.issuer.replace(TEMPLATE, organisation) !== issuer,
  );
  if (signsForOthers) throw new Error('The token was signed with the key of another issuer.');
}

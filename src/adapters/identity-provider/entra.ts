import { decodeJwt, decodeProtectedHeader } from 'jose';
import type * as oauth from 'oauth4webapi';
import { z } from 'zod';

/** Hosts of Entra's clouds: the public one, the US government's, and China's. */
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

/** The kind of accounts that a shared Entra address accepts; null for one organisation and for other providers. */
export function sharedBy(name: string, url: string): string | null {
  const { host, pathname } = new URL(url);
  const isEntra = name === 'microsoft' || HOSTS.has(host);
  return (isEntra && SHARED.exec(pathname)?.[1]) || null;
}

/** The issuer in the discovery document of a shared address, which differs from the address itself. */
export const issuerOfShared = (url: string, shared: string): URL =>
  new URL(`/${shared === 'consumers' ? PERSONAL : TEMPLATE}/v2.0`, url);

type EntraKey = oauth.JWK & { issuer?: unknown };

const claimsSchema = z.object({ tid: z.string().regex(ORGANISATION) });

/**
 * The issuer that a token of a shared address must have: that of its organisation. `tid` is read here before it is verified;
 * it only selects the issuer that the library then checks. @throws Error for an organisation that the address excludes
 */
export function issuerOfToken(template: string, shared: string, idToken: string): string {
  if (!template.includes(TEMPLATE)) return template;
  const { tid } = claimsSchema.parse(decodeJwt(idToken));
  if (shared === 'organizations' && tid === PERSONAL)
    throw new Error('A personal account came through the address for organisations.');
  return template.replace(TEMPLATE, tid);
}

/**
 * Organisations can have signing keys of their own, so Entra states the issuer of each key. Without this check, the key of
 * one organisation could sign for all. A key without an issuer is valid for all, as in Microsoft's own library.
 * @throws Error if the key belongs to another organisation
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

import { z } from 'zod';
import type { Services } from '#kernel/operation/services.ts';
import { type DomainRow, publishedBy } from '../repository.ts';
import { signedQuery, signingKey } from './keys.ts';
import { fill, SERVICE_ID } from './template.ts';

/** The settings that a host publishes (Domain Connect, section "Getting Domain Connect settings"). */
const settings = z.object({
  providerName: z.string().max(100),
  providerDisplayName: z.string().max(100).optional(),
  urlSyncUX: z.url({ protocol: /^https?$/ }).max(500),
  urlAPI: z.url({ protocol: /^https?$/ }).max(500),
});

/** A template as the host has it. With a key domain, the host requires signed requests. */
const template = z.object({ syncPubKeyDomain: z.string().nullish() });

/** The form of a host's API address, for example `api.domainconnect.example`, optionally with a path. */
const PREFIX = /^[a-z0-9][a-z0-9.-]{1,250}(:\d{1,5})?(\/[\w.-]+)*$/i;

export type DomainConnect = { provider: string; apply_url: string };

type Deployment = Pick<Services, 'config' | 'db' | 'domainDns' | 'sealer' | 'web'>;

/**
 * The page at the domain's DNS host that adds all records with one click, if the host supports Domain Connect
 * (draft-ietf-dconn-domainconnect) and has our template. Null if not, or if it does not respond. Once the operator has
 * published a key, requests are signed. If the host's template expects a key of another domain, there is no page.
 */
export async function domainConnectOf(
  services: Deployment,
  domain: DomainRow,
): Promise<DomainConnect | null> {
  const { config, web } = services;
  const filled = fill(publishedBy(domain));
  const host = filled && (await hostOf(services, domain.zone));
  if (!filled || !host) return null;
  const path = `v2/domainTemplates/providers/${config.mailDomain}/services/${SERVICE_ID}`;
  const known = template.safeParse(await web.getJson(`${withoutSlash(host.urlAPI)}/${path}`));
  if (!known.success) return null;
  const { syncPubKeyDomain } = known.data;
  const isForeign = syncPubKeyDomain && syncPubKeyDomain.toLowerCase() !== config.mailDomain;
  const key = await signingKey(services);
  if (isForeign || (syncPubKeyDomain && !key)) return null;
  const query = queryOf({
    ...filled.variables,
    domain: domain.zone,
    ...(domain.domain !== domain.zone && { host: domain.domain.slice(0, -domain.zone.length - 1) }),
    groupId: filled.groups.join(','),
    redirect_uri: `${config.consoleUrl}/console/domains/${domain.id}`,
  });
  const page = `${withoutSlash(host.urlSyncUX)}/${path}/apply`;
  return {
    provider: host.providerDisplayName ?? host.providerName,
    apply_url: `${page}?${key ? signedQuery(services, key, query) : query}`,
  };
}

/** The settings of the domain's DNS host, found through the TXT record `_domainconnect`; null without that record. */
async function hostOf(
  { config, domainDns, web }: Deployment,
  zone: string,
): Promise<z.output<typeof settings> | null> {
  const { values } = await domainDns.lookups(zone).txt(`_domainconnect.${zone}`);
  const prefix = values.find((value) => PREFIX.test(value));
  if (prefix === undefined) return null;
  const scheme = config.insecureTargets ? 'http' : 'https';
  const found = settings.safeParse(await web.getJson(`${scheme}://${prefix}/v2/${zone}/settings`));
  if (!found.success) return null;
  const page = new URL(found.data.urlSyncUX);
  const isPlain = page.search === '' && page.hash === '' && page.username === '';
  return page.protocol === `${scheme}:` && isPlain ? found.data : null;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/**
 * A query string that stays the same for both kinds of verifiers: those that use it as received, and those that sort its
 * values and encode them again (RFC 3986 with `+` for spaces).
 */
const queryOf = (values: Record<string, string>): string =>
  Object.keys(values)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(values[name]!)}`)
    .join('&');

const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

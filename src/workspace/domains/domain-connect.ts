import { z } from 'zod';
import type { Services } from '#kernel/operation/services.ts';
import type { DomainRow } from './repository.ts';
import type { CheckedRecord } from './types.ts';

/** The name of our template at DNS hosts; its provider is the deployment's mail domain (docs/domains.md). */
export const SERVICE_ID = 'agent-mail';

/** What a host publishes about itself (Domain Connect, section "Getting Domain Connect settings"). */
const settings = z.object({
  providerName: z.string().max(100),
  providerDisplayName: z.string().max(100).optional(),
  urlSyncUX: z.url({ protocol: /^https?$/ }).max(500),
  urlAPI: z.url({ protocol: /^https?$/ }).max(500),
});

/** A template as the host has it. One with a key wants signed requests, which we do not make. */
const template = z.object({ syncPubKeyDomain: z.string().nullish() });

/** `api.domainconnect.example`, perhaps with a path. */
const PREFIX = /^[a-z0-9][a-z0-9.-]{1,250}(:\d{1,5})?(\/[\w.-]+)*$/i;

export type DomainConnect = { provider: string; apply_url: string };

type Deployment = Pick<Services, 'config' | 'domainDns' | 'web'>;

/**
 * The page of the domain's DNS host that adds all records with one click, where the host speaks Domain Connect
 * (draft-ietf-dconn-domainconnect) and has our template. Null otherwise, and when it does not answer.
 */
export async function domainConnectOf(
  services: Deployment,
  domain: DomainRow,
): Promise<DomainConnect | null> {
  const { config, domainDns, web } = services;
  const { values } = await domainDns.lookups(domain.zone).txt(`_domainconnect.${domain.zone}`);
  const prefix = values.find((value) => PREFIX.test(value));
  if (prefix === undefined) return null;
  const scheme = config.insecureTargets ? 'http' : 'https';
  const found = settings.safeParse(await web.getJson(`${scheme}://${prefix}/v2/${domain.zone}/settings`));
  if (!found.success) return null;
  const { urlAPI, urlSyncUX, providerName, providerDisplayName } = found.data;
  const path = `v2/domainTemplates/providers/${config.mailDomain}/services/${SERVICE_ID}`;
  const known = template.safeParse(await web.getJson(`${withoutSlash(urlAPI)}/${path}`));
  if (!known.success || known.data.syncPubKeyDomain) return null;
  const url = new URL(`${withoutSlash(urlSyncUX)}/${path}/apply`);
  if (url.protocol !== `${scheme}:`) return null;
  for (const [name, value] of Object.entries(variablesOf(domain))) url.searchParams.set(name, value);
  url.searchParams.set('redirect_uri', `${config.consoleUrl}/console`);
  return { provider: providerDisplayName ?? providerName, apply_url: url.href };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The domain, and the variables of our template: one for each record that differs between domains. */
function variablesOf({ domain, zone, records }: DomainRow): Record<string, string> {
  const value = (purpose: CheckedRecord['purpose']) =>
    records.find((record) => record.purpose === purpose)?.value ?? '';
  const selector = records.find(({ purpose }) => purpose === 'dkim')?.name.split('.', 1)[0] ?? '';
  return {
    domain: zone,
    ...(domain !== zone && { host: domain.slice(0, -zone.length - 1) }),
    ownership: value('ownership'),
    mx: value('mx'),
    spf: value('spf')
      .replace(/^v=spf1\s+/i, '')
      .replace(/\s*[~?+-]?all$/i, ''),
    selector,
    dkim: value('dkim'),
    dmarc: value('dmarc'),
    returnpath: value('return_path'),
  };
}

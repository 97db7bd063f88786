import { AppError } from '#kernel/catalogue/errors.ts';
import type { DomainLookups } from '#kernel/ports/domain-dns.ts';
import { needsMx } from '../names.ts';
import type { DomainMethod } from '../schema.ts';
import { countSpf, exceedsSpf, isSpf, mergeSpf } from './spf.ts';

type Adding = {
  domain: string;
  method: DomainMethod;
  inbound_forwarding: boolean;
  replace_mx: boolean;
  confirm_dedicated: boolean;
};

/** The records of a domain before any of ours are added. */
export type Existing = { nameservers: string[]; spf: string | null };

/**
 * Finds out what the domain is used for today. A lookup without an answer is ignored here, because the checks repeat it
 * later.
 * @throws AppError `domain_not_dedicated`, `existing_mx`, `spf_lookup_limit`
 */
export async function existingUse(
  lookups: DomainLookups,
  adding: Adding,
  { ourMx, mechanism }: { ourMx: string | null; mechanism: string | null },
): Promise<Existing> {
  const { domain, method } = adding;
  const [zone, mx, texts, web, www] = await Promise.all([
    lookups.nameservers(),
    lookups.mx(domain),
    lookups.txt(domain),
    method === 'nameservers' ? lookups.addresses(domain) : null,
    method === 'nameservers' ? lookups.addresses(`www.${domain}`) : null,
  ]);
  const others = mx.hosts.filter(({ exchange }) => exchange !== ourMx && exchange !== '');
  const used = [
    ...(web?.values ?? []).map((value) => `${domain} ${value}`),
    ...(www?.values ?? []).map((value) => `www.${domain} ${value}`),
    ...others.map(({ exchange, priority }) => `${domain} MX ${priority} ${exchange}`),
  ];
  if (method === 'nameservers' && used.length > 0 && !adding.confirm_dedicated)
    throw new AppError('domain_not_dedicated', { records: used.slice(0, 20) });
  if (needsMx(adding) && others.length > 0 && !adding.replace_mx)
    throw new AppError('existing_mx', { records: mx.values.slice(0, 20) });
  return {
    nameservers: zone.nameservers,
    spf: await mergeable(lookups, domain, texts.values.filter(isSpf), mechanism),
  };
}

/** The SPF record that ours is merged into. If there are several, the first check reports that error. */
async function mergeable(
  lookups: DomainLookups,
  domain: string,
  records: readonly string[],
  mechanism: string | null,
): Promise<string | null> {
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  if (mechanism === null) return record;
  const count = await countSpf(lookups, domain, mergeSpf(record, mechanism), mechanism);
  if (exceedsSpf(count))
    throw new AppError('spf_lookup_limit', { lookups: count.lookups, void_lookups: count.void });
  return record;
}

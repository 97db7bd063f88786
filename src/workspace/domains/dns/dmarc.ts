import type { DnsLookup, DomainLookups } from '#kernel/ports/domain-dns.ts';

/** `foundAt` is the name of the parent's record; null for the domain's own record, and if there is none. */
export type DmarcLookup = { answer: DnsLookup; policies: string[]; foundAt: string | null };

const policiesIn = ({ values }: DnsLookup): string[] =>
  values.filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text.trim()));

/**
 * The DMARC record that receivers apply to a domain: its own, or else that of its organisational domain or of a public
 * suffix with a policy, found by the tree walk (RFC 9989 section 4.10). `unknown` if the lookup of a name on the way
 * got no answer.
 */
export async function findDmarc(
  { txt, elsewhere }: Pick<DomainLookups, 'txt' | 'elsewhere'>,
  domain: string,
): Promise<DmarcLookup> {
  const name = `_dmarc.${domain}`;
  const own = await txt(name);
  const policies = policiesIn(own);
  if (own.outcome === 'unknown' || policies.length > 0) return { answer: own, policies, foundAt: null };
  const answers = new Map<string, DnsLookup>([[name, own]]);
  // Loaded when a domain is assessed, because nothing else in this thread needs it and it would add 0.1 s to the start.
  const { dmarc } = await import('mailauth/lib/dmarc/index.js');
  const { status, policyDomain } = (await dmarc({
    headerFrom: domain,
    spfDomains: [],
    dkimDomains: [],
    async resolver(asked: string, type: string) {
      // The domain exists, because its owner has proven it. The rest of the walk only needs TXT records.
      if (type !== 'TXT') return ['192.0.2.1'];
      // The domain's own servers may not know names above it.
      const near = answers.get(asked) ?? (await txt(asked));
      const answer = near.outcome === 'found' || asked === name ? near : await elsewhere.txt(asked);
      answers.set(asked, answer);
      if (answer.outcome === 'found') return answer.values.map((text) => [text]);
      throw Object.assign(new Error('no answer'), {
        code: answer.outcome === 'absent' ? 'ENODATA' : 'ESERVFAIL',
      });
    },
  })) || { status: { result: 'none' }, policyDomain: undefined };
  if (status.result === 'temperror') return { answer: unknown, policies: [], foundAt: null };
  const foundAt = policyDomain === undefined ? null : `_dmarc.${policyDomain}`;
  const found = foundAt === null ? undefined : answers.get(foundAt);
  return found
    ? { answer: found, policies: policiesIn(found), foundAt }
    : { answer: own, policies, foundAt: null };
}

const unknown: DnsLookup = { outcome: 'unknown', values: [], server: null };

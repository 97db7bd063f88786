import { fold } from '../text/fold.ts';
import { hashOf } from '../text/ngrams.ts';
import { type Host, isNear, unmasked } from './addresses.ts';

/** Names that were seen to belong to a domain: learned from honest mail, never written down. */
export type Brands = {
  /** Hashes of the domains that a name belongs to; undefined for a word that is no name. */
  domainsOf(name: string): readonly number[] | undefined;
};

export const noBrands: Brands = { domainsOf: () => undefined };

/** From pairs of name and domain, as the weights hold them. */
export function brandsOf(pairs: Uint32Array): Brands {
  const known = new Map<number, number[]>();
  for (let at = 0; at < pairs.length; at += 2)
    known.set(pairs[at]!, [...(known.get(pairs[at]!) ?? []), pairs[at + 1]!]);
  return { domainsOf: (name) => known.get(brandHash(name)) };
}

export const brandHash = (name: string): number => hashOf(name, 0xb4) >>> 0;

/** How a name stands to a host. */
export type Standing = 'own' | 'inside' | 'masked' | 'near' | 'foreign' | 'unknown';

/** Whether `name` is known, and whether the host is its own, imitates it, or is another's. */
export function standingOf(name: string, host: Host, brands: Brands): Standing {
  const label = host.label.replaceAll('-', '');
  const known = brands.domainsOf(name);
  if (known?.includes(brandHash(host.domain))) return 'own';
  const bareMask = unmasked(host.label)?.replaceAll('-', '');
  if (name.length >= 4 && bareMask?.includes(name) && !label.includes(name)) return 'masked';
  if (name.length >= 5 && host.label.split('-').some((part) => isNear(part, name))) return 'near';
  if (known) return label.includes(name) || host.host.includes(name) ? 'inside' : 'foreign';
  if (label === name) return 'own';
  return name.length >= 3 && host.host.includes(name) ? 'inside' : 'unknown';
}

/** Words of a name, folded, and the whole without blanks: `Deutsche Bank` stands in `deutschebank.de`. */
export function namesIn(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]{2,30}/gu) ?? [];
  const few = words.slice(0, 8);
  return few.length > 1 ? [...few, few.join('')] : few;
}

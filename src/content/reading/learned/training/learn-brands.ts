import { domainOf, hostOf } from '../input/addresses.ts';
import { type Brands, brandHash, namesIn } from '../input/brands.ts';
import { contentOf, type Labelled, type Writer } from './corpus.ts';

/** A name counts as known when so many writers sent honest mail from its domain. */
const WRITERS = 2;

/** By name and domain, who used it. */
export class SeenNames {
  readonly #seen = new Map<number, Map<number, Set<string>>>();

  constructor(writers: readonly Writer[]) {
    for (const { name, messages } of writers)
      for (const message of messages) if (isHonest(message)) this.#addSender(message, name);
  }

  /** Without what `writer` alone knows: a writer's own mail is read as a stranger's is. */
  without(writer: string | null): Brands {
    return {
      domainsOf: (name) => {
        const domains = this.#seen.get(brandHash(name));
        if (!domains) return undefined;
        const known = [...domains].filter(
          ([, users]) => users.size - (writer !== null && users.has(writer) ? 1 : 0) >= WRITERS,
        );
        return known.length > 0 ? known.map(([domain]) => domain) : undefined;
      },
    };
  }

  /** Pairs of name and domain that count for everybody, in order. */
  pairs(): Uint32Array<ArrayBuffer> {
    const pairs = [...this.#seen].flatMap(([name, domains]) =>
      [...domains].filter(([, users]) => users.size >= WRITERS).map(([domain]) => [name, domain] as const),
    );
    return Uint32Array.from(pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]).flat());
  }

  #addSender(message: Labelled, writer: string): void {
    const { from } = contentOf(message);
    const host = hostOf(domainOf(from?.address ?? ''));
    if (host.suffix === 'example' || host.label.length < 3) return;
    const label = host.label.replaceAll('-', '');
    const names = namesIn(from?.name ?? '').filter((name) => name.length >= 3 && label.includes(name));
    for (const name of new Set([...names, label])) this.#add(brandHash(name), brandHash(host.domain), writer);
  }

  #add(name: number, domain: number, writer: string): void {
    const domains = this.#seen.get(name) ?? new Map<number, Set<string>>();
    const users = domains.get(domain) ?? new Set<string>();
    this.#seen.set(name, domains.set(domain, users.add(writer)));
  }
}

const isHonest = ({ spam, auth, flags }: Labelled): boolean =>
  !spam && auth !== 'fail' && !flags?.includes('impersonation') && !flags?.includes('phishing_link');

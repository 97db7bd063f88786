import { Located } from '#content/safe-view/index.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Content, ReceivedRow } from './facts-repository.ts';
import { type Marks, marksOf } from './text/marks.ts';
import { foldName, introducedIn, namesIn } from './text/names.ts';
import { skeletonOf } from './text/skeleton.ts';
import { valuesOf } from './text/values.ts';
import { shinglesOf, wordsOf } from './text/words.ts';

/** What the rules need of the content of a received message. It never changes, so it is made once. */
export type Digest = Marks & {
  shingles: ReadonlySet<number>;
  /** Its words, as hashes. */
  words: ReadonlySet<number>;
  /** Those of words between quotation marks. */
  cited: ReadonlySet<number>;
  /** Its letters and digits, so that addresses and numbers are found however they are spelled. */
  skeleton: string;
  /** The words of its subject that say what it is about, folded. */
  subject: ReadonlySet<string>;
  /** What it says in figures. */
  values: ReadonlySet<string>;
  /** The addresses that its author's own words give together with a name, and the parts of the addresses that the name repeats. */
  introduced: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names in it, folded. */
  names: ReadonlySet<string>;
  /** Of the passages that steer, with what stands around them; null when there are none. */
  steering: (Marks & { shingles: ReadonlySet<number> }) | null;
};

/** A received message as the rules see it. */
export type Digested = { received: ReceivedRow; digest: Digest };

const SHORTEST_WORD = 3;
const replyMark = /^(?:\s*\p{L}{1,4}\s?:)+/u;

/** The text begins with the subject. `Re:` and the like, in any language, say nothing. */
const subjectOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.split('\n', 1)[0] ?? '')
      .replace(replyMark, '')
      .split(/[^\p{L}\p{N}]+/u)
      .map(foldName)
      .filter((word) => word.length >= SHORTEST_WORD),
  );

const href = /href="(https?:[^"]{3,2000})"/gi;

/** Words between quotation marks are those of somebody else. */
const cited = /[“„«][^“”„«»]{20,600}[”“»]|(?<=[\s(])"[^"\n]{20,600}"(?=[\s.,;:!?)]|$)/gu;

export function digestOf({ text, html, files, steering }: Content & { steering: readonly string[] }): Digest {
  const links = [...(html ?? '').matchAll(href)].map(([, url]) => url!.replaceAll('&amp;', '&'));
  const whole = [text, ...(files ? [files] : [])].join('\n\n');
  const words = wordsOf(whole);
  return {
    ...marksOf([whole, ...links].join('\n')),
    shingles: new Set(shinglesOf(words)),
    words: new Set(words.map(({ hash }) => hash)),
    cited: new Set((whole.match(cited) ?? []).flatMap((each) => shinglesOf(wordsOf(each)))),
    skeleton: skeletonOf([whole, ...links].join(' ')),
    subject: subjectOf(text),
    values: valuesOf(whole),
    introduced: introducedIn(text),
    names: namesIn(whole),
    steering: steering.length === 0 ? null : steeringOf(whole, steering),
  };
}

/** An order and the address that it is about often stand in neighbouring sentences. */
const AROUND = 300;

function steeringOf(text: string, passages: readonly string[]): NonNullable<Digest['steering']> {
  const located = new Located(text);
  const around = passages.flatMap((passage) =>
    located.all(passage).map(({ start, end }) => text.slice(Math.max(0, start - AROUND), end + AROUND)),
  );
  return {
    ...marksOf([...passages, ...around].join('\n')),
    shingles: new Set(passages.flatMap((passage) => shinglesOf(wordsOf(passage)))),
  };
}

const MOST_IDENTITIES = 400;
/** A send is compared with about half as many at most. */
const MOST_OF_IDENTITY = 320;
/** Shingles of all identities together, which with the words are most of the memory: about 150 MB. */
const MOST_SHINGLES = 2_000_000;

/** A received message, and when the key read it last. */
export type Mail = Digested & { read_at: string | null };

/** What this process has read of the mail of an identity: digests by version, and all that they contain, for a first look. */
export class KnownMail {
  readonly #byVersion = new Map<string, Digested>();
  #index = new MailIndex();
  /** The messages of the list that was read last. */
  last: { list: string; mail: readonly Mail[] } | null = null;

  get(version: string): Digested | undefined {
    return this.#byVersion.get(version);
  }

  get index(): MailIndex {
    return this.#index;
  }

  get weight(): number {
    return this.#index.shingles.size;
  }

  add(version: string, digested: Digested): void {
    this.#byVersion.set(version, digested);
    this.#index.add(digested);
    if (this.#byVersion.size <= MOST_OF_IDENTITY) return;
    // Half are dropped at once, so that the index is rarely rebuilt. Recently listed ones may be among them.
    this.last = null;
    const kept = [...this.#byVersion].slice(-MOST_OF_IDENTITY / 2);
    this.#byVersion.clear();
    this.#index = new MailIndex();
    for (const [each, one] of kept) {
      this.#byVersion.set(each, one);
      this.#index.add(one);
    }
  }
}

/** Everything that some messages contain, without saying which. */
export class MailIndex {
  readonly addresses = new Set<string>();
  /** Registrable domains of links and of addresses. */
  readonly domains = new Set<string>();
  readonly accounts = new Set<string>();
  readonly shingles = new Set<number>();
  readonly values = new Set<string>();
  readonly verifications: Pick<ReceivedRow, 'verification' | 'created_at'>[] = [];

  add({ received, digest }: Digested): void {
    for (const address of digest.addresses) {
      this.addresses.add(address);
      this.domains.add(organisationOf(address));
    }
    for (const domain of digest.linkDomains) this.domains.add(domain);
    for (const account of digest.accounts) this.accounts.add(account);
    for (const shingle of digest.shingles) this.shingles.add(shingle);
    for (const value of digest.values) this.values.add(value);
    if (received.verification) this.verifications.push(received);
  }
}

/** The mail that this process has read, by identity, the least recently used first out. */
export class Digests {
  readonly #byIdentity = new Map<string, KnownMail>();

  of(identityId: string): KnownMail {
    const known = this.#byIdentity.get(identityId) ?? new KnownMail();
    this.#byIdentity.delete(identityId);
    this.#byIdentity.set(identityId, known);
    let weight = 0;
    for (const each of this.#byIdentity.values()) weight += each.weight;
    for (const [id, each] of this.#byIdentity) {
      if (id === identityId || (weight <= MOST_SHINGLES && this.#byIdentity.size <= MOST_IDENTITIES)) break;
      weight -= each.weight;
      this.#byIdentity.delete(id);
    }
    return known;
  }
}

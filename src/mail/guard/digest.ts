import { Located } from '#content/safe-view/index.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { Content, ReceivedRow } from './facts-repository.ts';
import { type Marks, marksOf } from './text/marks.ts';
import { foldName, introducedIn, namesIn } from './text/names.ts';
import { skeletonOf } from './text/skeleton.ts';
import { valuesOf } from './text/values.ts';
import { shinglesOf, wordsOf } from './text/words.ts';

/** What the rules need from the content of a received message. The content never changes, so this is computed once. */
export type Digest = Marks & {
  shingles: ReadonlySet<number>;
  /** The hashes of its words. */
  words: ReadonlySet<number>;
  /** The shingles of words between quotation marks. */
  cited: ReadonlySet<number>;
  /** Its letters and digits, in which addresses and numbers are found however they are spelled. */
  skeleton: string;
  /** The significant words of its subject, folded. */
  subject: ReadonlySet<string>;
  /** Its figures, as `valuesOf` finds them. */
  values: ReadonlySet<string>;
  /** The addresses that the author's own words give together with a name, and the parts of each address that the name repeats. */
  introduced: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names in it, folded. */
  names: ReadonlySet<string>;
  /** The marks and shingles of passages that steer, with the text around them. Null if there are none. */
  steering: (Marks & { shingles: ReadonlySet<number> }) | null;
};

/** A received message as the rules see it. */
export type Digested = { received: ReceivedRow; digest: Digest };

const SHORTEST_WORD = 3;
const replyMark = /^(?:\s*\p{L}{1,4}\s?:)+/u;

/** The text begins with the subject. Prefixes such as `Re:`, in any language, are skipped. */
const subjectOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.split('\n', 1)[0] ?? '')
      .replace(replyMark, '')
      .split(/[^\p{L}\p{N}]+/u)
      .map(foldName)
      .filter((word) => word.length >= SHORTEST_WORD),
  );

const href = /href="(https?:[^"]{3,2000})"/gi;

/** Quoted words are somebody else's. */
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

/** An instruction and the address that it concerns often stand in neighbouring sentences. */
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
/** A send is compared with at most about half as many messages. */
const MOST_OF_IDENTITY = 320;
/** A limit on the shingles of all identities, which together with the words take most of the memory: about 150 MB. */
const MOST_SHINGLES = 2_000_000;

/** A received message, and when the key last read it. */
export type Mail = Digested & { read_at: string | null };

/**
 * What this process has read of an identity's mail: digests by version, and an index of everything in them for the first look.
 */
export class KnownMail {
  readonly #byVersion = new Map<string, Digested>();
  #index = new MailIndex();
  /** The messages of the last list that was read. */
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
    // Half are dropped at once, so that the index is rarely rebuilt. This may drop messages that were listed recently.
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

/** Everything that a set of messages contains, without saying which message contains what. */
export class MailIndex {
  readonly addresses = new Set<string>();
  /** The registrable domains of links and addresses. */
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

/** The mail that this process has read, by identity. The least recently used identity is dropped first. */
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

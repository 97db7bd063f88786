import { Located } from '#content/safe-view/index.ts';
import type { Content, ReceivedRow } from './facts-repository.ts';
import { type Marks, marksOf } from './text/marks.ts';
import { introducedIn, namesIn } from './text/names.ts';
import { shinglesOf, wordsOf } from './text/words.ts';

/** What the rules need of the content of a received message. It never changes, so it is made once. */
export type Digest = Marks & {
  shingles: ReadonlySet<number>;
  /** The addresses that its author's own words give together with a name, and the parts of the addresses that the name repeats. */
  introduced: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names in it, folded. */
  names: ReadonlySet<string>;
  /** Of the passages that steer, with what stands around them; null when there are none. */
  steering: (Marks & { shingles: ReadonlySet<number> }) | null;
};

/** A received message as the rules see it. */
export type Digested = { received: ReceivedRow; digest: Digest };

const href = /href="(https?:[^"]{3,2000})"/gi;

export function digestOf({ text, html, files, steering }: Content & { steering: readonly string[] }): Digest {
  const links = [...(html ?? '').matchAll(href)].map(([, url]) => url!.replaceAll('&amp;', '&'));
  const whole = [text, ...(files ? [files] : [])].join('\n\n');
  return {
    ...marksOf([whole, ...links].join('\n')),
    shingles: new Set(shinglesOf(wordsOf(whole))),
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
const MOST_OF_IDENTITY = 160;

/** The digests that this process has made, by identity, the least recently used first out. */
export class Digests {
  readonly #byIdentity = new Map<string, Map<string, Digested>>();

  of(identityId: string): ReadonlyMap<string, Digested> {
    return this.#byIdentity.get(identityId) ?? new Map();
  }

  keep(identityId: string, digests: ReadonlyMap<string, Digested>): void {
    const kept = new Map([...this.of(identityId), ...digests]);
    for (const id of kept.keys()) {
      if (kept.size <= MOST_OF_IDENTITY) break;
      kept.delete(id);
    }
    this.#byIdentity.delete(identityId);
    this.#byIdentity.set(identityId, kept);
    const [oldest] = this.#byIdentity.keys();
    if (this.#byIdentity.size > MOST_IDENTITIES) this.#byIdentity.delete(oldest!);
  }
}

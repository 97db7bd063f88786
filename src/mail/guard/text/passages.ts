import { SHINGLE, shinglesOf, type Word } from './words.ts';

export type SharedPassage = { start: number; end: number; length: number };

/** How many words may be changed between two shared ones. */
const LARGEST_GAP = 5;
/** This share of a passage must be the same, so that lightly edited passages count and coincidences do not. */
const LEAST_SHARE = 0.6;

/**
 * The longest passage that a text shares with others, or null if none has at least `least` characters.
 * @param known says whether one of the other texts contains a shingle
 */
export function sharedPassage(
  words: readonly Word[],
  known: (shingle: number) => boolean,
  least: number,
): SharedPassage | null {
  const same = new Uint8Array(words.length);
  shinglesOf(words).forEach((shingle, at) => {
    if (known(shingle)) same.fill(1, at, at + SHINGLE);
  });
  let best: SharedPassage | null = null;
  for (const [first, last] of runsOf(same)) {
    const [start, end] = [words[first]!.start, words[last]!.end];
    const length = end - start;
    if (length < least || length <= (best?.length ?? 0)) continue;
    let shared = 0;
    for (let at = first; at <= last; at++) shared += same[at]!;
    if (shared >= LEAST_SHARE * (last - first + 1)) best = { start, end, length };
  }
  return best;
}

function* runsOf(same: Uint8Array): Generator<[first: number, last: number]> {
  let first = -1;
  let last = -1;
  for (let at = 0; at < same.length; at++) {
    if (!same[at]) continue;
    if (first >= 0 && at - last > LARGEST_GAP) {
      yield [first, last];
      first = -1;
    }
    if (first < 0) first = at;
    last = at;
  }
  if (first >= 0) yield [first, last];
}

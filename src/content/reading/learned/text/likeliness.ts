import type { Likeliness } from './decode.ts';

/** Log probabilities of letter pairs: 27 by 27, where the last row and column stand for everything but a to z. */
export type LetterPairs = Float32Array;

const SIZE = 27;

const indexOf = (code: number): number => {
  const letter = (code | 32) - 97;
  return letter >= 0 && letter < 26 ? letter : 26;
};

/** The mean logarithm of the likeliness of its pairs of letters; 0 for a text of other alphabets. */
export const likelinessBy =
  (pairs: LetterPairs): Likeliness =>
  (text) => {
    let [sum, count, before] = [0, 0, 26];
    for (let at = 0; at < text.length && count < 400; at++) {
      const next = indexOf(text.charCodeAt(at));
      if (before !== 26 || next !== 26) {
        sum += pairs[before * SIZE + next]!;
        count++;
      }
      before = next;
    }
    return count < 10 ? 0 : sum / count;
  };

export function learnLetterPairs(texts: Iterable<string>): LetterPairs {
  const counts = new Float64Array(SIZE * SIZE).fill(0.5);
  for (const text of texts) {
    let before = 26;
    for (let at = 0; at < text.length; at++) {
      const next = indexOf(text.charCodeAt(at));
      const place = before * SIZE + next;
      if (place !== SIZE * SIZE - 1) counts[place] = counts[place]! + 1;
      before = next;
    }
  }
  const pairs = new Float32Array(SIZE * SIZE);
  for (let row = 0; row < SIZE; row++) {
    const total = counts.subarray(row * SIZE, (row + 1) * SIZE).reduce((sum, count) => sum + count, 0);
    for (let column = 0; column < SIZE; column++)
      pairs[row * SIZE + column] = Math.log(counts[row * SIZE + column]! / total);
  }
  return pairs;
}

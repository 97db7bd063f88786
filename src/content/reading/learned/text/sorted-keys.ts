/** Sorted hashes with an index by their first bits, so that a lookup takes one or two steps. */
export type SortedKeys = { keys: Uint32Array; starts: Uint32Array; shift: number };

/** About as many buckets as keys, so that most buckets hold one. */
export function sortedKeys(keys: Uint32Array): SortedKeys {
  const bits = Math.min(20, Math.max(1, Math.floor(Math.log2(keys.length + 1)) - 1));
  const starts = new Uint32Array((1 << bits) + 1);
  const shift = 32 - bits;
  for (const key of keys) starts[(key >>> shift) + 1]!++;
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  return { keys, starts, shift };
}

/** The index of a hash, or -1 when it is not among the keys. */
export function placeOf({ keys, starts, shift }: SortedKeys, hash: number): number {
  const key = hash >>> 0;
  const bucket = key >>> shift;
  const end = starts[bucket + 1]!;
  for (let at = starts[bucket]!; at < end; at++) {
    const other = keys[at]!;
    if (other >= key) return other === key ? at : -1;
  }
  return -1;
}

export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string };

/** With more lines than this, the whole text is shown as replaced, because the table would be too large. */
const MOST_LINES = 600;

/** Compares the lines of two texts by their longest common subsequence. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length > MOST_LINES || now.length > MOST_LINES)
    return [...marked('removed', old), ...marked('added', now)];
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return lines;
}

const marked = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] =>
  lines.map((text) => ({ kind, text }));

/** `lengths[i][j]` is the length of the longest common subsequence of the lines from i and from j on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

type Relevant<Id> = ReadonlyMap<Id, number>;

/** Normalised discounted cumulative gain of the first `most` results (Järvelin and Kekäläinen 2002). */
export function ndcgAt<Id>(most: number, found: readonly Id[], relevant: Relevant<Id>): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, most).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const ideal = gain([...relevant.values()].toSorted((a, b) => b - a));
  return ideal === 0 ? 1 : gain(found.map((id) => relevant.get(id) ?? 0)) / ideal;
}

export const recallAt = <Id>(most: number, found: readonly Id[], relevant: Relevant<Id>): number =>
  relevant.size === 0 ? 1 : found.slice(0, most).filter((id) => relevant.has(id)).length / relevant.size;

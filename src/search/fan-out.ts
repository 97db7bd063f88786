/** The number of concurrent calls. More would only wait for each other in the database. */
const AT_ONCE = 8;

export type Answered<Item, Result> = { item: Item; result: Result | null };

/**
 * Calls `ask` for each item, a few at a time, and gives each call the same time. Items that fail or are late have no
 * result; late results are dropped.
 */
export async function fanOut<Item, Result>(
  items: readonly Item[],
  deadline: number,
  ask: (item: Item) => Promise<Result>,
): Promise<Answered<Item, Result>[]> {
  const answers: Answered<Item, Result>[] = items.map((item) => ({ item, result: null }));
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < answers.length) {
      const answer = answers[next++]!;
      answer.result = await inTime(ask(answer.item), deadline).catch(() => null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

async function inTime<Result>(work: Promise<Result>, deadline: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), deadline);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

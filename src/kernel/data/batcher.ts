import { setImmediate } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { keepTrace, type TracePlace, tracedFor } from '../base/tracing.ts';
import { currentScope, type TenantScope, withinScopes } from './tenant-scope.ts';

/** Milliseconds of gathering for each waiting item, and the maximum. */
const GATHER = 2;
const LONGEST_GATHER = 12;

type Waiting<Item, Result> = {
  item: Item;
  trace: TracePlace | null;
  scope: TenantScope;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * Turns single pieces of work into batches without any waiting. One batch runs at a time; items that arrive during this
 * time, or in the same turn of the event loop, form the next one. A single item is not delayed, and under load the cost
 * of a commit is shared. When a batch fails, its items are tried one by one, so that one bad item fails alone. With
 * `weight`, a batch also ends before its items would weigh more than `most`; an item that weighs more runs alone.
 * `gather` is awaited before each batch, so that more items can arrive.
 */
export function createBatcher<Item, Result>(
  runBatch: (items: Item[]) => Promise<Result[]>,
  maxItems: number,
  weight?: { of(item: Item): number; most: number },
  gather?: (waiting: () => number) => Promise<void>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running = false;

  const nextBatch = (): Waiting<Item, Result>[] => {
    if (!weight) return queue.splice(0, maxItems);
    let sum = 0;
    const over = queue.findIndex(({ item }, index) => {
      sum += weight.of(item);
      return index > 0 && sum > weight.most;
    });
    return queue.splice(0, over === -1 ? maxItems : Math.min(over, maxItems));
  };

  const drain = async (): Promise<void> => {
    running = true;
    // One result or timer may wake several callers, so items that arrive in this turn join the batch.
    await null;
    while (queue.length > 0) {
      if (gather) await gather(() => queue.length);
      await settle(nextBatch(), runBatch);
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, trace: keepTrace(), scope: currentScope(), resolve, reject });
      if (!running) void drain();
    });
}

/**
 * A `gather` for writes, where every batch costs a commit. When several items wait, it pauses for a moment so that more
 * can join; the pause grows with the number of waiting items.
 */
export const gatherDelay = (waiting: () => number): Promise<void> =>
  waiting() > 1 ? delay(Math.min(GATHER * waiting(), LONGEST_GATHER)) : Promise.resolve();

let turn: Promise<void> | null = null;

/**
 * A `gather` for small reads: it waits until the event loop has handled everything that has arrived, which costs a single
 * read nothing. All waiting reads continue together, so that their statements leave in one write (`quickly` of database.ts).
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = null;
      resolve();
    });
  });
  return turn;
}

/** One batcher per owner, for items that must not mix, such as the statements of different transactions. */
export function createBatchers<Owner extends object, Item, Result>(
  runBatch: (owner: Owner, items: Item[]) => Promise<Result[]>,
  maxItems: number,
  gather?: () => Promise<void>,
): (owner: Owner, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Owner, (item: Item) => Promise<Result>>();
  return (owner, item) => {
    const batcher =
      batchers.get(owner) ?? createBatcher((items) => runBatch(owner, items), maxItems, undefined, gather);
    batchers.set(owner, batcher);
    return batcher(item);
  };
}

async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  runBatch: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const traces = batch.map(({ trace }) => trace);
    const work = () => runBatch(batch.map(({ item }) => item));
    const scopes = batch.map(({ scope }) => scope);
    const results = await tracedFor(traces, () => withinScopes(scopes, work));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
  } catch (error) {
    if (batch.length === 1) return batch[0]!.reject(error);
    for (const single of batch) await settle([single], runBatch);
  }
}

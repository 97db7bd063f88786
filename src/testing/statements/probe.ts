import { Sql } from '#kernel/data/database.ts';

/** A statement in the source of the program: its location and the SQL. */
export type Collected = { file: string; line: number; text: string };

type Probe = {
  statement<T>(line: number, made: T): T;
  choose(test: () => unknown): unknown;
};

declare global {
  var probe: Probe;
}

const START = /^\s*(select|insert|update|delete|with)\b/i;

const textOf = (made: unknown): string => (made instanceof Sql ? made.text : (made as { text: string }).text);

/** The maximum number of branches in one call before it is aborted. */
const MOST_CHOICES = 100;
/** The number of branches of a function that are varied one by one. */
const MOST_VARIED = 16;

/**
 * Stands for any argument: it is an object with every property, a function, a list of three, and a text. Only its property
 * `where` is SQL (`Compiled` in the search).
 */
export const anything: unknown = new Proxy((): undefined => undefined, {
  get: (_target, key) => {
    if (key === 'then') return undefined;
    if (key === Symbol.toPrimitive) return () => '1';
    if (key === Symbol.iterator) return () => [anything, anything, anything].values();
    if (key === 'toJSON' || key === 'toString' || key === 'join') return () => '1';
    if (key === 'length') return 1;
    if (key === 'where') return new Sql([''], []);
    if (key === 'map' || key === 'flatMap')
      return (call: (item: unknown, index: number) => unknown) => [call(anything, 0)];
    if (key === 'filter') return () => [anything];
    return anything;
  },
  apply: (_target, _this, values: unknown[]) => {
    // Calls functions that were passed as arguments, such as callbacks and the work of a transaction.
    for (const value of values)
      if (typeof value === 'function' && value !== anything) attempt(value as () => unknown);
    return anything;
  },
});

/** Calls a function with arbitrary arguments. It may throw; statements that were not reached are reported later. */
function attempt(call: (...values: unknown[]) => unknown): Promise<void> {
  const values = Array.from({ length: 8 }, () => anything);
  return new Promise((resolve) => {
    setTimeout(resolve, 50).unref();
    Promise.try(call, ...values).then(
      () => resolve(),
      () => resolve(),
    );
  });
}

/** Collects the statements of one module that is imported as `?probed`. */
export class Collector {
  readonly found: [line: number, text: string][] = [];
  /** Lines of all statements and fragments that were created. */
  readonly lines = new Set<number>();
  /** Decides about branches in the order in which they are met; null leaves the decision to their conditions. */
  #path: ((index: number) => boolean) | null = null;
  #choices = 0;

  constructor() {
    globalThis.probe = {
      statement: (line, made) => {
        this.lines.add(line);
        const text = textOf(made);
        if (START.test(text)) this.found.push([line, text]);
        return made;
      },
      choose: (test) => this.#choose(test),
    };
  }

  #choose(test: () => unknown): unknown {
    if (this.#path === null) return test();
    if (this.#choices === MOST_CHOICES) throw new Error('This call does not end.');
    this.#choices += 1;
    return this.#path(this.#choices - 1);
  }

  /** Calls everything that can be called: with all branches taken, with none, with one alone, with all but one. */
  async callAll(value: unknown, depth = 0): Promise<void> {
    if (typeof value === 'object' && value !== null && depth < 4 && !(value instanceof Sql)) {
      for (const member of Object.values(value)) await this.callAll(member, depth + 1);
    }
    if (typeof value !== 'function') return;
    const call = value as () => unknown;
    const branches = Math.max(await this.#call(call, () => true), await this.#call(call, () => false));
    for (let one = 0; one < Math.min(branches, MOST_VARIED); one += 1) {
      await this.#call(call, (index) => index === one);
      await this.#call(call, (index) => index !== one);
    }
  }

  /** Makes one call. @returns the number of branches that it met */
  async #call(call: () => unknown, path: (index: number) => boolean): Promise<number> {
    this.#path = path;
    this.#choices = 0;
    await attempt(call);
    this.#path = null;
    return this.#choices;
  }
}

import type { Actor } from '#kernel/operation/actor.ts';

/**
 * Calls that take long, for `notifications/cancelled` of revisions before 2026-07-28: without a session it comes as a
 * request of its own, possibly among calls of other clients with the same key that chose the same id. Then none is
 * cancelled: to go on waiting harms nobody, to take away an answer does. It reaches calls of this process; a client that
 * ends its connection is noticed everywhere.
 */
export class Cancellable {
  readonly #running = new Map<string, Set<() => void>>();

  /** @returns what takes the call off the list again */
  add(actor: Actor, id: unknown, cancel: () => void): () => void {
    const name = nameOf(actor, id);
    const same = this.#running.get(name) ?? new Set();
    this.#running.set(name, same.add(cancel));
    return () => {
      same.delete(cancel);
      if (same.size === 0 && this.#running.get(name) === same) this.#running.delete(name);
    };
  }

  cancel(actor: Actor, id: unknown): void {
    const [only, ...others] = this.#running.get(nameOf(actor, id)) ?? [];
    if (others.length === 0) only?.();
  }
}

const nameOf = ({ key_id }: Actor, id: unknown): string =>
  `${key_id}/${typeof id}/${String(id).slice(0, 200)}`;

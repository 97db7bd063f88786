import type { Actor } from '#kernel/operation/actor.ts';

/**
 * Long calls that `notifications/cancelled` can end, for revisions before 2026-07-28. Without a session the
 * notification is a separate request, and other clients with the same key may have chosen the same id. In that case
 * nothing is cancelled: waiting longer harms nobody, but losing an answer does. Only calls of this process are reached;
 * a client that closes its connection ends its call everywhere.
 */
export class Cancellable {
  readonly #running = new Map<string, Set<() => void>>();

  /** @returns a function that removes the call from the list */
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

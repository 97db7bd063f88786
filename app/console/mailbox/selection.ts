import { useRef, useState } from 'react';

export type Selection<Item> = {
  /** The selected rows that are in the list, in its order. */
  items: Item[];
  has(id: string): boolean;
  /** Selects or deselects one row. The next range begins there. */
  toggle(id: string): void;
  /** Selects all rows from the beginning of the range. */
  extendTo(id: string): void;
  clear(): void;
};

/** The selected rows of a list. A row that leaves the list also leaves the selection. */
export function useSelection<Item extends { id: string }>(list: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  return {
    items: list.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle: (id) => {
      anchor.current = id;
      setIds(
        (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
      );
    },
    extendTo: (id) => {
      const range = rangeOf(
        list.map((item) => item.id),
        anchor.current ?? id,
        id,
      );
      anchor.current ??= id;
      setIds((before) => new Set([...before, ...range]));
    },
    clear: () => {
      anchor.current = null;
      setIds(new Set());
    },
  };
}

/** The ids between these two, both included, in either order. */
export function rangeOf(ids: readonly string[], from: string, to: string): string[] {
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other);
  return ids.slice(first < 0 ? last : first, last + 1);
}

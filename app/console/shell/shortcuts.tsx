'use client';

import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

/**
 * The action of a key. `name` is needed if `keyNames` has no name for the key or a different one. The command menu offers
 * the action while it `applies`.
 */
export type Binding = (() => void) | { name?: string; run: () => void; applies?: () => boolean };
/** Keys and their actions: a single key such as `j`, or a sequence such as `g i`. */
export type Bindings = Record<string, Binding>;
type Layer = RefObject<Bindings>;

const SEQUENCE_MS = 1_200;
const LayersContext = createContext<Set<Layer> | null>(null);

/** Handles the shortcuts of the whole console. The latest binding wins, which is that of the innermost page. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const layers = useRef(new Set<Layer>()).current;
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const started = first && performance.now() - first.at < SEQUENCE_MS ? first.key : null;
      first = null;
      const run = find(layers, started ? `${started} ${event.key}` : event.key);
      if (run) {
        event.preventDefault();
        run();
      } else if (!started && event.key === 'g') first = { key: 'g', at: performance.now() };
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [layers]);
  return <LayersContext value={layers}>{children}</LayersContext>;
}

function find(layers: Set<Layer>, keys: string): (() => void) | undefined {
  const bound = [...layers]
    .reverse()
    .map((layer) => layer.current[keys])
    .find((binding) => binding !== undefined);
  return typeof bound === 'object' ? bound.run : bound;
}

/** Ignores keys in inputs, with Ctrl or Command, and behind an open dialog or menu. */
function isShortcut(event: KeyboardEvent): boolean {
  // Shift is pressed before the second key of a sequence such as `g T`.
  if (event.key === 'Shift') return false;
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return false;
  const { target } = event;
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false;
    if (target.closest('[role="menu"], [role="listbox"]')) return false;
  }
  return document.querySelector('dialog[open]') === null;
}

/**
 * Binds keys while the calling component is mounted. In layout effects: between the moment when a conversation is shown
 * and its other effects, a key would still act on the one before it.
 */
export function useShortcuts(bindings: Bindings): void {
  const layers = useContext(LayersContext);
  const layer = useRef(bindings);
  useLayoutEffect(() => {
    layer.current = bindings;
  });
  useLayoutEffect(() => {
    layers?.add(layer);
    return () => {
      layers?.delete(layer);
    };
  }, [layers]);
}

export type Bound = { keys: string; name: string | null; run: () => void; applies: () => boolean };

const always = () => true;

function boundTo(keys: string, binding: Binding): Bound {
  if (typeof binding === 'function') return { keys, name: null, run: binding, applies: always };
  return { keys, name: binding.name ?? null, run: binding.run, applies: binding.applies ?? always };
}

/** The current key bindings, those of the innermost page first. */
export function useBoundKeys(): () => Bound[] {
  const layers = useContext(LayersContext);
  return () => {
    const bound = new Map<string, Bound>();
    for (const layer of [...(layers ?? [])].reverse())
      for (const [keys, binding] of Object.entries(layer.current))
        if (!bound.has(keys)) bound.set(keys, boundTo(keys, binding));
    return [...bound.values()].filter(({ applies }) => applies());
  };
}

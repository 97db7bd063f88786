'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useParams, useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Bindings, useShortcuts } from '../shell/shortcuts.tsx';
import { useNeighbours } from './neighbours.ts';

/** The height of every row in pixels (`h-11`); 18 rows fit into a window of 900 pixels. */
const ROW_HEIGHT = 44;
/** The assumed window before it has been measured, in the first response and the first frame. */
const FIRST_WINDOW = { width: 390, height: 900 };
/** The next page is loaded when this many rows are left. */
const AHEAD = 15;

/** One row of a list of mail: its link, and whether its conversation is open. */
export type MailRow = { key: string; href: string; isOpen: boolean };

type Props<Item> = {
  items: Item[];
  rowOf: (item: Item) => MailRow;
  /** The URL of the list without an open conversation. */
  listHref: string;
  fetchMore: () => void;
  row: (item: Item, place: { isCurrent: boolean; index: number }) => ReactNode;
  /** The shortcuts of the current row while no conversation is open. An open conversation has its own. */
  keysOf?: (item: Item) => Bindings;
};

/** A long list of mail. Only visible rows are rendered, and keys move through them. */
export function MailRows<Item>({ items, rowOf, listHref, fetchMore, row, keysOf }: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const { thread: open } = useParams<{ thread?: string }>();
  const [cursor, setCursor] = useState(0);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect: FIRST_WINDOW,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const list = usePlaceOf(shown[0]?.start ?? 0, virtual.getTotalSize());
  useEffect(() => {
    if (last >= items.length - AHEAD) fetchMore();
  }, [last, items.length, fetchMore]);
  const openIndex = open ? items.findIndex((item) => rowOf(item).isOpen) : -1;
  const steps = useSteps(open);
  const current = steps.target ?? (openIndex >= 0 ? openIndex : Math.min(cursor, items.length - 1));
  const hrefOf = (index: number) => (items[index] ? rowOf(items[index]).href : null);
  const neighbours = useNeighbours();
  const next = openIndex >= 0 ? (hrefOf(openIndex + 1) ?? hrefOf(openIndex - 1)) : null;
  // Together with the keys of the conversation that is shown, which read it.
  useLayoutEffect(() => {
    neighbours.current = { next };
  });
  useListKeys({
    count: items.length,
    hrefOf,
    listHref,
    current,
    isOpen: open !== undefined,
    more: items[current] && keysOf ? keysOf(items[current]) : {},
    move: (index, go) => {
      setCursor(index);
      virtual.scrollToIndex(index);
      if (go) steps.to(index, go);
    },
    stop: steps.stop,
  });
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto" data-testid="thread-list">
      <ul ref={list} className="w-full">
        {shown.map(({ index }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li key={rowOf(item).key} aria-setsize={items.length} aria-posinset={index + 1} className="h-11">
              {row(item, { isCurrent: index === current, index })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/**
 * Makes room for the rows that are not rendered. It uses no style attribute, because our content security policy forbids
 * these in the first response, in which the rows begin at the top anyway.
 */
function usePlaceOf(start: number, height: number) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (list.current) Object.assign(list.current.style, { paddingTop: `${start}px`, height: `${height}px` });
  }, [start, height]);
  return list;
}

/** Milliseconds without a key press after which the selected conversation opens. */
const REST_MS = 60;

/**
 * Moves through rows with keys while a conversation is open: the selection follows each key, the conversation opens
 * after a short pause. `target` is the selected row, or null once a conversation is open there.
 */
function useSteps(open: string | undefined) {
  const [target, setTarget] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another conversation has opened.
  useEffect(() => {
    if (timer.current === undefined) setTarget(null);
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const to = (index: number, go: () => void) => {
    setTarget(index);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      go();
    }, REST_MS);
  };
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setTarget(null);
  };
  return { target, to, stop };
}

type Keys = {
  count: number;
  hrefOf: (index: number) => string | null;
  listHref: string;
  current: number;
  isOpen: boolean;
  more: Bindings;
  /** Selects a row. With `go`, its conversation opens once no key has been pressed for a moment. */
  move: (index: number, go?: () => void) => void;
  /** Cancels the conversation that was about to open. */
  stop: () => void;
};

/**
 * With an open conversation, j and k go to its neighbours. Otherwise they move the selection, and Enter opens it. Keys that
 * change something act on the selection only while no conversation is open, because keys typed while one is loading are
 * meant for it.
 */
function useListKeys({ count, hrefOf, listHref, current, isOpen, more, move, stop }: Keys): void {
  const router = useRouter();
  const goTo = (index: number, isStep = false) => {
    const href = hrefOf(index);
    if (href === null) return;
    if (!isStep) stop();
    router.push(href);
  };
  const step = (by: number) => {
    const index = Math.max(0, Math.min(count - 1, current + by));
    if (isOpen && index !== current) move(index, () => goTo(index, true));
    else move(index);
  };
  const openCurrent = () => goTo(current);
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ...(isOpen
      ? {
          u: () => {
            stop();
            router.push(listHref);
          },
        }
      : { o: openCurrent, Enter: openCurrent, ...more }),
  });
}

'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { About, Draft } from './compose-draft.ts';

/** A composition whose sending was undone, which opens again where it was written. */
export type Reopened = { about: About; draft: Draft; count: number };

let current: Reopened | null = null;
let count = 0;
const listeners = new Set<() => void>();

function change(next: Reopened | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The composition to open again, until `settle` ends it. */
export const useReopened = (): Reopened | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

export const settle = (): void => change(null);

/** Settles it when the person leaves its page, but not on a new render. By then, its text is in a stored draft. */
export function useSettleOnLeave(shown: Reopened | null): void {
  const isThere = useRef(false);
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      setTimeout(() => {
        if (!isThere.current && latest.current !== null && current === latest.current) settle();
      });
    };
  }, []);
}

/** @returns a function that reopens a composition on the page on which it was written */
export function useReopen() {
  const router = useRouter();
  return (about: About, draft: Draft) => {
    count += 1;
    change({ about, draft, count });
    const mail = `/console/mail/${about.identity.id}`;
    router.push(about.message ? `${mail}/${about.message.thread_id}` : `${mail}/compose`);
  };
}

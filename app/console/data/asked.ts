'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

const NAME = 'new';

/**
 * Whether the form of a page that makes something new is open. The address can ask for it (`?new=1`), as the command menu does,
 * also while the page is open already; once the form has closed, the address no longer says so and can ask again.
 */
export function useAskedForNew(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const isAsked = useSearchParams().has(NAME);
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  const set = (next: boolean) => {
    setOpen(next);
    if (next || !isAsked) return;
    const here = new URL(location.href);
    here.searchParams.delete(NAME);
    // Without a state of its own, Next takes the change over, and the next request to open is a change again.
    history.replaceState(null, '', here);
  };
  return [isOpen, set];
}

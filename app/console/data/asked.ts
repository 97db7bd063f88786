'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

const NAME = 'new';

/**
 * Whether a page's form for a new object is open. The URL can open it (`?new=1`), also while the page is already shown; the
 * command menu does this. When the form closes, the parameter is removed, so that it can be used again.
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
    // With a null state, Next adopts the new URL, so that the next request to open the form is a change again.
    history.replaceState(null, '', here);
  };
  return [isOpen, set];
}

'use client';

import { useEffect, useState } from 'react';

/** Asks before a link leaves a form with unsaved content. The page shows the question. */
export function useLeavingQuestion(losesSomething: boolean) {
  const [target, setTarget] = useState<HTMLAnchorElement | null>(null);
  const [isFree, setIsFree] = useState(false);
  useEffect(() => {
    if (!losesSomething || isFree) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download') || isElsewhere)
        return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [losesSomething, isFree]);
  // Follows the clicked link once nothing would be lost any more.
  useEffect(() => {
    if (isFree) target?.click();
  }, [isFree, target]);
  return { asks: target !== null && !isFree, stay: () => setTarget(null), leave: () => setIsFree(true) };
}

'use client';

import { lazy, Suspense, useEffect } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/skeleton.tsx';

const load = () => import('./commands.tsx');
const Commands = lazy(load);

type Props = { open: boolean; onClose: () => void; showHelp: () => void };

/**
 * The dialog is there at once and takes the keys; what is in it is no part of the first load, and is fetched as soon as
 * somebody touches the page.
 */
export function CommandMenu({ open, onClose, showHelp }: Props) {
  useEffect(() => {
    const gone = new AbortController();
    const begin = () => {
      gone.abort();
      // Opening it tries again.
      load().catch(() => undefined);
    };
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, begin, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Command menu"
      hideTitle
      className="mt-[12vh] w-[min(36rem,calc(100vw-2rem))]"
    >
      <Suspense fallback={<Skeleton className="m-3 h-6" />}>
        <Commands onClose={onClose} showHelp={showHelp} />
      </Suspense>
    </Dialog>
  );
}

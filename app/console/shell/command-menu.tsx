'use client';

import { lazy, Suspense, useEffect } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/skeleton.tsx';

const load = () => import('./commands.tsx');
const Commands = lazy(load);

type Props = { open: boolean; onClose: () => void; showHelp: () => void };

/**
 * The dialog opens at once. Its content is not part of the first load: it is fetched when Ctrl or Command is pressed, or
 * when the dialog opens.
 */
export function CommandMenu({ open, onClose, showHelp }: Props) {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      // Opening the dialog tries again.
      if (key === 'Control' || key === 'Meta') load().catch(() => undefined);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
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

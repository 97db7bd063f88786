'use client';

import { lazy, type KeyboardEvent as Press, Suspense, useEffect, useRef } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { commandInputLook, commandPlaceholder, type EarlyCommand } from './command-input.ts';

const load = () => import('./commands.tsx');
const Commands = lazy(load);

type Props = { open: boolean; onClose: () => void; showHelp: () => void };

/**
 * The dialog opens at once. Its content is not part of the first load: it is fetched when Ctrl or Command is pressed, or
 * when the dialog opens. Text that is typed until then is passed on to it.
 */
export function CommandMenu({ open, onClose, showHelp }: Props) {
  const early = useRef<EarlyCommand>({ text: '', keys: [] });
  if (!open) early.current = { text: '', keys: [] };
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
      <Suspense fallback={<EarlyInput early={early.current} />}>
        <Commands onClose={onClose} showHelp={showHelp} early={early.current} />
      </Suspense>
    </Dialog>
  );
}

/** Collects the text and the keys that select an entry, until the menu is loaded. */
function EarlyInput({ early }: { early: EarlyCommand }) {
  const onKeyDown = (event: Press) => {
    if (!/^(Arrow(Up|Down)|Enter)$/.test(event.key)) return;
    event.preventDefault();
    early.keys.push(event.key);
  };
  return (
    <>
      <input
        data-autofocus
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type in it.
        autoFocus
        aria-label="Commands"
        placeholder={commandPlaceholder}
        defaultValue={early.text}
        onChange={(event) => {
          early.text = event.target.value;
        }}
        onKeyDown={onKeyDown}
        className={commandInputLook}
      />
      <Skeleton className="m-3 h-6" />
    </>
  );
}

'use client';

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cn } from './class-names.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Hides the title from everyone except screen readers. */
  hideTitle?: boolean;
  /** The content is shown only once, so neither Escape nor a click outside closes the dialog, only a button in it. */
  isOnce?: boolean;
  className?: string;
  children: ReactNode;
};

const WRITABLE =
  'input:not([type=hidden],[type=checkbox],[type=radio],[type=file],:disabled),textarea:not(:disabled)';
/** The element with this mark gets the focus first, otherwise the first field, so that people can type at once. */
const MARKED = '[data-autofocus]';

/**
 * The browser's own modal dialog: it keeps the focus, closes on Escape and returns the focus. The element with
 * `data-autofocus` gets the focus first, because React's `autoFocus` runs while the dialog is still closed.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, hideTitle = false, isOnce = false, className, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
      (dialog.querySelector<HTMLElement>(MARKED) ?? dialog.querySelector<HTMLElement>(WRITABLE))?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => !isOnce && event.target === element.current && onClose()}
      onCancel={(event) => isOnce && event.preventDefault()}
      // Chromium closes a dialog at the second Escape even if the first one was prevented, so every one is prevented.
      onKeyDown={(event) => isOnce && event.key === 'Escape' && event.preventDefault()}
      className={cn(
        'm-auto max-h-[min(44rem,calc(100dvh-2rem))] w-[min(32rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-raised backdrop:bg-veil',
        className,
      )}
    >
      {open ? (
        <div className="flex max-h-[inherit] flex-col">
          <div className={hideTitle ? 'sr-only' : 'flex items-center justify-between gap-4 py-3 pr-3 pl-5'}>
            <h2 id={titleId} className="text-[15px] font-semibold">
              {title}
            </h2>
            {hideTitle || isOnce ? null : (
              <IconButton label="Close" onClick={onClose}>
                <X />
              </IconButton>
            )}
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}

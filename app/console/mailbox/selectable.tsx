'use client';

import type { ReactNode } from 'react';
import { cn } from '../parts/class-names.ts';
import type { Selection } from './selection.ts';

type Props = {
  id: string;
  /** A name of the row for screen readers. */
  name: string;
  selection: Pick<Selection<unknown>, 'items' | 'has' | 'toggle' | 'extendTo'>;
  children: ReactNode;
};

/** A row with a checkbox. With Shift, it selects a range. The shortcuts are `x` and `X`. */
export function Selectable({ id, name, selection, children }: Props) {
  const isSelected = selection.has(id);
  return (
    <div data-selectable className={cn('group relative h-full', isSelected && 'bg-selected')}>
      {children}
      {/* Touch needs a larger target than a mouse, and cannot hover. */}
      <label className="absolute top-[26px] left-0.5 flex pointer-coarse:inset-y-0 pointer-coarse:left-0 pointer-coarse:w-11 pointer-coarse:items-center pointer-coarse:justify-center">
        <input
          type="checkbox"
          // The list's shortcuts replace a tab stop in every row.
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={isSelected}
          onClick={(event) => (event.shiftKey ? selection.extendTo(id) : selection.toggle(id))}
          onChange={() => undefined}
          className={cn(
            'size-3 accent-accent opacity-0 group-hover:opacity-100 focus:opacity-100 pointer-coarse:size-5 pointer-coarse:opacity-100',
            selection.items.length > 0 && 'opacity-100',
          )}
        />
      </label>
    </div>
  );
}

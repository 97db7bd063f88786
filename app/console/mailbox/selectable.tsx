'use client';

import type { ReactNode } from 'react';
import { cn } from '../parts/class-names.ts';
import type { Selection } from './selection.ts';

type Props = {
  id: string;
  /** What the row is about, for people who do not see it. */
  name: string;
  selection: Pick<Selection<unknown>, 'items' | 'has' | 'toggle' | 'extendTo'>;
  children: ReactNode;
};

/** A row with a box that selects it; with shift, all rows from the one before. Keys select with `x` and `X`. */
export function Selectable({ id, name, selection, children }: Props) {
  const isSelected = selection.has(id);
  return (
    <div data-selectable className={cn('group relative h-full', isSelected && 'bg-selected')}>
      {children}
      {/* A finger needs more room than a mouse, and has nothing to hover with. */}
      <label className="absolute top-[26px] left-0.5 flex pointer-coarse:inset-y-0 pointer-coarse:left-0 pointer-coarse:w-11 pointer-coarse:items-center pointer-coarse:justify-center">
        <input
          type="checkbox"
          // The keys of the list reach it faster than a stop at each row would.
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

'use client';

import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './class-names.ts';

/** The parts of a Radix menu. They are a tenth of the inbox's code, so `menu.tsx` loads them with the first menu. */
export const OpenMenu = ({
  trigger,
  children,
  align,
  onOpened,
}: {
  trigger: ReactElement;
  children: ReactNode;
  align: 'start' | 'end';
  /** Called when its entries are shown. */
  onOpened: () => void;
}) => (
  <DropdownMenu.Root modal={false} defaultOpen>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        ref={(content) => {
          if (content) onOpened();
        }}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-h-96 max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-xl border border-line bg-surface p-1 text-sm text-ink shadow-raised"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

export type ItemProps = {
  icon?: LucideIcon;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  shortcut?: string;
  disabled?: boolean;
};

const itemLook =
  'flex cursor-default items-center gap-2.5 rounded-lg px-2.5 py-2 outline-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0';

export function Item({
  icon: Icon,
  children,
  onSelect,
  danger = false,
  shortcut,
  disabled = false,
}: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} disabled={disabled} className={cn(itemLook, danger && 'text-bad')}>
      {Icon ? <Icon aria-hidden="true" className={danger ? 'text-bad' : 'text-ink-soft'} /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut ? <kbd className="font-mono text-xs text-ink-soft">{shortcut}</kbd> : null}
    </DropdownMenu.Item>
  );
}

export const Label = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-soft">
    {children}
  </DropdownMenu.Label>
);

export const Line = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;

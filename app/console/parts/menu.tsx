'use client';

import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import type { ItemProps } from './menu-parts.tsx';

type Parts = typeof import('./menu-parts.tsx');
let parts: Parts | null = null;
const load = async (): Promise<Parts> => {
  parts ??= await import('./menu-parts.tsx');
  return parts;
};

type MenuProps = { trigger: ReactElement; children: ReactNode; align?: 'start' | 'end' };

/**
 * A menu below the button that opens it. It is not modal, so the page keeps its scrollbar. Its code is fetched when somebody
 * is about to open it; without a connection it stays closed, and the next click tries again.
 */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const [loaded, setLoaded] = useState<Parts | null>(null);
  if (loaded)
    return (
      <loaded.OpenMenu trigger={trigger} align={align}>
        {children}
      </loaded.OpenMenu>
    );
  const prepare = () => void load().catch(() => undefined);
  return cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => void load().then(setLoaded, () => undefined),
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'ArrowDown') void load().then(setLoaded, () => undefined);
    },
  });
}

/** These stand in menus only, so their code is there. */
export const MenuItem = (props: ItemProps) => (parts ? <parts.Item {...props} /> : null);
export const MenuLabel = ({ children }: { children: ReactNode }) =>
  parts ? <parts.Label>{children}</parts.Label> : null;
export const MenuLine = () => (parts ? <parts.Line /> : null);

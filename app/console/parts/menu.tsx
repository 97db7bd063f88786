'use client';

import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { type HeldKeys, holdKeys } from './held-keys.ts';
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
 * is about to open it, and keys that are pressed before it is loaded wait for it. Without a connection, it stays closed and
 * the next click tries again.
 */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const [loaded, setLoaded] = useState<Parts | null>(null);
  const held = useRef<HeldKeys | null>(null);
  // When the person leaves the page, the held keys are dropped.
  useEffect(() => () => held.current?.drop(), []);
  if (loaded)
    return (
      <loaded.OpenMenu trigger={trigger} align={align} onOpened={() => held.current?.replay()}>
        {children}
      </loaded.OpenMenu>
    );
  const prepare = () => void load().catch(() => undefined);
  const open = (byKeyboard: boolean) => {
    held.current?.drop();
    const keys = holdKeys(byKeyboard ? 'ArrowDown' : null);
    held.current = keys;
    load().then(
      (found) => !keys.isOver() && setLoaded(found),
      () => keys.drop(),
    );
  };
  return cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    // A click without a pointer is Enter or the space bar.
    onClick: (event: { detail: number }) => open(event.detail === 0),
    onKeyDown: (event: { key: string; preventDefault(): void }) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open(true);
    },
  });
}

/** Used only in menus, so their code is already loaded. */
export const MenuItem = (props: ItemProps) => (parts ? <parts.Item {...props} /> : null);
export const MenuLabel = ({ children }: { children: ReactNode }) =>
  parts ? <parts.Label>{children}</parts.Label> : null;
export const MenuLine = () => (parts ? <parts.Line /> : null);

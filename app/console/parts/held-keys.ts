/** Keys that mean something in a menu. Those with Ctrl, Command or Alt are the browser's. */
const MENU_KEYS = /^(.|Arrow(Up|Down)|Home|End|Enter|Tab|Escape)$/su;
/** Menus take the focus a moment after they are there, and move it a moment after a key. */
const MOMENT_MS = 5;
const MOST_MOMENTS = 200;

/** Our own presses are not held again. */
let isPressing = false;

export type HeldKeys = {
  /** Gives the keys to the menu, in their order, and ends the hold. */
  replay: () => void;
  /** Ends the hold without a menu. */
  drop: () => void;
  isOver: () => boolean;
};

/**
 * Holds the keys that are pressed while the code of a menu is on its way: they are neither lost nor taken by the page behind it.
 * Escape, or a click, takes the menu back.
 * @param first a key that comes before those, for example the one with which a menu opened by keyboard takes its first entry
 */
export function holdKeys(first: string | null): HeldKeys {
  const keys = first === null ? [] : [first];
  let isOver = false;
  let isReplaying = false;
  const onKey = (event: KeyboardEvent) => {
    if (isPressing || event.ctrlKey || event.metaKey || event.altKey || !MENU_KEYS.test(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape' && !isReplaying) drop();
    else keys.push(event.key);
  };
  const drop = () => {
    isOver = true;
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('pointerdown', drop, { capture: true });
  };
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', drop, { capture: true });
  const replay = () => {
    if (isReplaying || isOver) return;
    isReplaying = true;
    void replayKeys(keys, '[role="menu"]').finally(drop);
  };
  return { replay, drop, isOver: () => isOver };
}

/** Presses the keys one by one in the part of the page that has the focus; `keys` may grow during this. Gives up if no part has the focus. */
export async function replayKeys(keys: string[], within: string): Promise<void> {
  for (let moment = 0; moment < MOST_MOMENTS && keys.length > 0; moment += 1) {
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    const target = document.activeElement?.closest(within) ? document.activeElement : null;
    const key = target && keys.shift();
    if (!key) continue;
    isPressing = true;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    isPressing = false;
  }
}

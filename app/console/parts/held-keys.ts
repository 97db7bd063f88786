/** Keys with a meaning in a menu. Keys with Ctrl, Command or Alt belong to the browser. */
const MENU_KEYS = /^(.|Arrow(Up|Down)|Home|End|Enter|Tab|Escape)$/su;
/** Milliseconds to wait, because menus take the focus a moment after they appear and move it a moment after a key. */
const MOMENT_MS = 5;
const MOST_MOMENTS = 200;

/** Whether keys are being replayed, which must not be held again. */
let isPressing = false;

export type HeldKeys = {
  /** Replays the keys in the menu in order, and ends the hold. */
  replay: () => void;
  /** Ends the hold without a menu. */
  drop: () => void;
  isOver: () => boolean;
};

/**
 * Holds the keys that are pressed while the code of a menu is loading, so that they are neither lost nor handled by the page
 * behind it. Escape or a click cancels the menu.
 * @param first a key to replay before these, for example the one that selects the first entry of a menu opened by keyboard
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

/**
 * Presses the keys one by one in the element that has the focus within the given part of the page; `keys` may grow
 * meanwhile. Gives up if nothing there gets the focus.
 */
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

/** Longer than a page takes to load on a slow network. Keys held for longer are dropped. */
const MOST_MS = 15_000;
const FIELD = 'input:not([type=checkbox],[type=radio]), textarea';

let end: (() => void) | null = null;

/**
 * For shortcuts that lead to a page with a text field, for example Search. Text that is typed before the field has the focus
 * goes into the field and never acts on the previous page. Escape or a click cancels this.
 */
export function holdTyping(): void {
  end?.();
  const keys: string[] = [];
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^(.|Enter|Backspace|Escape)$/su.test(event.key))
      return;
    if (event.target instanceof Element && event.target.matches(FIELD)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') stop();
    else keys.push(event.key);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement && target.matches(FIELD))) return;
    stop();
    // The page's own reactions to the focus come first.
    setTimeout(() => void typeInto(target, keys));
  };
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('focusin', onFocus);
    window.removeEventListener('pointerdown', stop);
    end = null;
  };
  const timer = setTimeout(stop, MOST_MS);
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('focusin', onFocus);
  window.addEventListener('pointerdown', stop);
  end = stop;
}

async function typeInto(field: HTMLElement, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const isFree = field.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    if (isFree) type(field, key);
    // Lets the page handle each key before the next one, as for a person.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Does what the browser does by default when a person presses a key. */
function type(field: HTMLElement, key: string): void {
  if (key === 'Backspace') document.execCommand('delete');
  else if (key !== 'Enter') document.execCommand('insertText', false, key);
  else if (field instanceof HTMLInputElement) field.form?.requestSubmit();
  else document.execCommand('insertLineBreak');
}

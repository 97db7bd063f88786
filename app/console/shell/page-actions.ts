/** An action of the open page, as its button names it. */
export type PageAction = { name: string; run: () => void };

const LONGEST_NAME = 60;
/** Rows of lists repeat their buttons, and what is switched or typed is no action. */
const NO_ACTION =
  '[aria-expanded]:not([aria-haspopup]), [aria-pressed], [role=tab], [role=switch], [role=option], [data-no-action]';

/** As a screen reader says it: without the hint of its key. */
function nameOf(button: HTMLElement): string {
  const spoken = button.cloneNode(true) as HTMLElement;
  for (const hidden of spoken.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return (button.getAttribute('aria-label') ?? spoken.textContent).replace(/\s+/g, ' ').trim();
}

/**
 * Every button of the open page that can be clicked now: what a person can do there, the command menu can do too, without a
 * list that somebody has to keep. Of a message's own buttons, those of the latest message count; of others that share a name,
 * none, because nobody would know which one is meant.
 */
export function pageActions(): PageAction[] {
  const found = new Map<string, HTMLElement | null>();
  for (const button of document.querySelectorAll<HTMLElement>('main button:not(:disabled)')) {
    const name = nameOf(button);
    const isShown = button.getClientRects().length > 0 && !button.matches(NO_ACTION);
    if (!isShown || name === '' || name.length > LONGEST_NAME) continue;
    const isOfMessage = button.closest('article[id^=msg_]') !== null;
    found.set(name, found.has(name) && !isOfMessage ? null : button);
  }
  return [...found].flatMap(([name, button]) =>
    button
      ? [
          {
            name,
            run: () => {
              // A dialog gives the focus back to where it was opened from.
              button.focus();
              button.click();
            },
          },
        ]
      : [],
  );
}

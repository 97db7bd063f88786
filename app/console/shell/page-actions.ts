/** An action of the open page, with its button's name. */
export type PageAction = { name: string; run: () => void };

const LONGEST_NAME = 60;
/** Elements that are not actions: repeated buttons in the rows of lists, switches and inputs. */
const NO_ACTION =
  '[aria-expanded]:not([aria-haspopup]), [aria-pressed], [role=tab], [role=switch], [role=option], [data-no-action]';

/** The name as a screen reader says it, without the hint of its shortcut. */
function nameOf(button: HTMLElement): string {
  const spoken = button.cloneNode(true) as HTMLElement;
  for (const hidden of spoken.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return (button.getAttribute('aria-label') ?? spoken.textContent).replace(/\s+/g, ' ').trim();
}

/**
 * All buttons of the open page that can be clicked now, so that the command menu offers every action without a list that
 * somebody must maintain. For the buttons of messages, only those of the latest message count. Other buttons that share a
 * name are left out, because it would be unclear which one is meant.
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
              // A dialog returns the focus to the element from which it was opened.
              button.focus();
              button.click();
            },
          },
        ]
      : [],
  );
}

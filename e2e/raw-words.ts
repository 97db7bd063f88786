import type { Page } from '@playwright/test';
import { auditActions } from '#kernel/catalogue/audit-actions.ts';
import { errorCatalogue } from '#kernel/catalogue/errors.ts';
import { eventTypes } from '#kernel/catalogue/event-types.ts';
import { permissions } from '#kernel/catalogue/permissions.ts';

/** Codes with a dot or a colon, which a pattern could not tell from host names and times. */
const codes = new Set<string>([
  ...Object.keys(auditActions),
  ...Object.keys(errorCatalogue),
  ...eventTypes,
  ...permissions,
]);

/**
 * `awaiting_approval`. An id such as `msg_01K9…` goes on in capitals and does not fit, nor does an operator such as
 * `newer_than:`.
 */
const snakeCase = /(?<![\w@./-])[a-z]+(?:_[a-z0-9]+)+(?![\w@/:-])/g;
const ofTheApi =
  /details\.\w+|\b(?:PATCH|POST|DELETE|PUT) \S+|\bMust be\b|\bInvalid input\b|Idempotency-Key/g;
const dotted = /\b[a-z_]+(?:[.:][a-z_]+)+\b/g;

/** Identifiers of the API in a text that people read. */
export function rawWords(text: string): string[] {
  const named = (text.match(dotted) ?? []).filter((word) => codes.has(word));
  return [...new Set([...(text.match(snakeCase) ?? []), ...(text.match(ofTheApi) ?? []), ...named])];
}

/**
 * All text on the page that people read or hear, without text for programs (`code`, `pre`, and other text in
 * monospace), text that people wrote (fields, mail in its frame) and text that they may copy.
 */
export function readableText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const clone = document.body.cloneNode(true) as HTMLElement;
    for (const each of clone.querySelectorAll(
      'code, pre, kbd, .font-mono, script, style, iframe, textarea, nextjs-portal',
    ))
      each.remove();
    const spoken = [...clone.querySelectorAll('[aria-label], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'alt'].flatMap((name) => element.getAttribute(name) ?? []),
    );
    // Adjacent elements are separate words.
    const walker = document.createTreeWalker(clone, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
    return [...texts, ...spoken].join('\n');
  });
}

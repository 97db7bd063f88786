import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Forbidden things that a page did. Filled while the page is open. */
export type PageWatch = { complaints: string[]; foreignRequests: string[] };

/**
 * The style that Playwright adds while it takes a picture. Firefox reports that it was blocked. Our own styles have another
 * hash.
 */
const STYLE_OF_PICTURES = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

/** Records console errors, thrown errors and requests that leave `origin`. Call it before the first visit. */
export function watchPage(page: Page, origin: string): PageWatch {
  const watch: PageWatch = { complaints: [], foreignRequests: [] };
  page.on('pageerror', ({ message }) => {
    if (!message.includes(STYLE_OF_PICTURES)) watch.complaints.push(message);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') watch.complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) watch.foreignRequests.push(request.url());
  });
  return watch;
}

/** The number of pixels by which the page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Perceived lightness of the page's background: 0 is black, 1 white. */
export function backgroundLightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  });
}

/**
 * Expects that nothing overflows, and that axe finds nothing serious.
 * @param part a selector of the elements that axe checks, if another test checks the rest of a large page
 */
export async function expectWhole(page: Page, part?: string) {
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  const grave = (await violationsOf(page, part)).filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  );
  expect(
    grave.map(({ id, elements }) => `${id}: ${elements.map((html) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

type Violation = { id: string; impact: string | null; elements: string[] };

/**
 * The violations that axe finds outside of frames. The package that connects axe with Playwright copies everything that is
 * right with a page into a second page, which takes half of the CPU for a large page.
 * @param part a selector of the elements that it checks
 */
export async function violationsOf(page: Page, part = 'html'): Promise<Violation[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (include) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      { include, exclude: ['iframe'] },
      { resultTypes: ['violations'] },
    );
    return violations.map(({ id, impact = null, nodes }) => ({
      id,
      impact,
      elements: nodes.map(({ html }) => html),
    }));
  }, part);
}

import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Page } from '@playwright/test';
import { target, test } from './console-session.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It counts what our own build ships.');

/** Kilobytes of compressed JavaScript of a first visit. */
const MOST_JAVASCRIPT = 250;

type Watch = { javascript: () => Promise<Record<string, number>>; shifts: () => Promise<unknown[]> };

/** Measures the compressed size of scripts, and layout shifts without user input. */
async function watch(page: Page): Promise<Watch> {
  const session = await page.context().newCDPSession(page);
  const ids = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') ids.set(new URL(response.url).pathname, requestId);
  });
  await session.send('Network.enable');
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Reflect.set(window, '__shifts', seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        const nodes = shift.sources.map(({ node, previousRect, currentRect }) => ({
          node: node?.outerHTML?.slice(0, 160) ?? 'a node',
          from: previousRect.toJSON(),
          to: currentRect.toJSON(),
        }));
        if (!shift.hadRecentInput) seen.push({ value: shift.value, nodes });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    javascript: async () => {
      const sizes = await Promise.all(
        [...ids].map(async ([path, requestId]) => {
          const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
          return [path, gzipSync(Buffer.from(body, base64Encoded ? 'base64' : 'utf8')).length] as const;
        }),
      );
      return Object.fromEntries(sizes);
    },
    shifts: () => page.evaluate(() => Reflect.get(window, '__shifts') as unknown[]),
  };
}

async function visit(
  browser: Browser,
  cookies: Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0],
  path: string,
  ready: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: target.url, viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const watched = await watch(page);
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const files = await watched.javascript();
  const shifts = await watched.shifts();
  await context.close();
  const kilobytes = Math.round(Object.values(files).reduce((sum, size) => sum + size, 0) / 1000);
  return { kilobytes, files, shifts };
}

test('the inbox and a conversation ship little JavaScript, and nothing in them moves', async ({
  browser,
  session,
}, info) => {
  const { mail } = session.workspace;
  const list = (page: Page) => expect(page.getByTestId('thread-list').getByRole('link')).not.toHaveCount(0);
  const inbox = await visit(browser, session.cookies, mail, list);
  writeFileSync(info.outputPath('inbox.json'), JSON.stringify(inbox, null, 1));
  console.log(`inbox: ${inbox.kilobytes} KB of JavaScript, ${Object.keys(inbox.files).length} files`);
  expect.soft(inbox.shifts).toEqual([]);
  expect.soft(inbox.kilobytes).toBeLessThanOrEqual(MOST_JAVASCRIPT);
  const home = await visit(browser, session.cookies, '/console', (page) =>
    expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  );
  console.log(`home: ${home.kilobytes} KB of JavaScript`);
  expect.soft(home.shifts).toEqual([]);
});

import { expect, test } from '@playwright/test';
import { backgroundLightness, overhang, watchPage } from './page-watch.ts';

test('the address of the deployment leads to the console', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/console$/);
});

test('the front page is whole: theme, width, health, and nothing fetched from elsewhere', async ({
  page,
  baseURL,
  colorScheme,
}) => {
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto('/console');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByTestId('health')).toHaveAttribute('data-state', 'well');
  await expect(page.getByTestId('health')).toContainText('Version 1.');
  await expect(page.getByRole('listitem').filter({ has: page.locator('pre') })).toHaveCount(5);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  const lightness = await backgroundLightness(page);
  if (colorScheme === 'dark') expect(lightness).toBeLessThan(0.2);
  else expect(lightness).toBeGreaterThan(0.8);
  expect(watch).toEqual({ complaints: [], foreignRequests: [] });
});

test('copy buttons put the exact lines on the clipboard and say so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/console');
  const step = page.locator('#create-tenant');
  const shown = await step.locator('pre').textContent();
  const button = step.getByRole('button', { name: 'Copy call 1' });
  await expect(button).toHaveText('Copy');
  await button.click();
  await expect(button).toHaveText('Copied');
  await expect(step.getByRole('status')).toHaveText('Copied call 1.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await expect(button).toHaveText('Copy');
});

test('without the clipboard API the copy button still copies', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/console');
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  const read = await page.evaluateHandle(() => {
    const clipboard = navigator.clipboard;
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    return () => clipboard.readText();
  });
  const button = page.getByRole('button', { name: 'Copy Mail domain' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied Mail domain.')).toBeAttached();
  await expect(button).toBeFocused();
  const domain = await page.locator('dt', { hasText: 'Mail domain' }).locator('+ dd').textContent();
  expect(domain).toContain(await read.evaluate((readText) => readText()));
});

test('a deployment that does not answer, or not well, is told in words', async ({ page }) => {
  await page.route('/health', (route) => route.abort());
  await page.goto('/console');
  await expect(page.getByTestId('health')).toContainText('No answer');
  await page.unroute('/health');
  await page.route('/health', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'The database is away' } } }),
  );
  await page.reload();
  await expect(page.getByTestId('health')).toContainText('Answering, but not working');
  await expect(page.getByTestId('health')).toContainText('The database is away.');
});

test('an unknown page answers 404 and says where to go', async ({ page, baseURL }) => {
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  // Chromium itself reports the status of the document; nothing else may be complained of.
  expect(watch.complaints.filter((text) => !text.includes('status of 404'))).toEqual([]);
  expect(watch.foreignRequests).toEqual([]);
  await page.getByRole('link', { name: 'Open the console' }).click();
  await expect(page).toHaveURL(/\/console$/);
});

test('every control is reached by Tab and shows its focus', async ({ page }) => {
  await page.goto('/console');
  const reachable = await page.locator('a[href], button, pre[tabindex="0"]').count();
  for (let index = 0; index < reachable; index += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(outline).toBe('solid');
  }
});

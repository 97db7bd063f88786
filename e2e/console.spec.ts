import { expect, test } from '@playwright/test';
import { backgroundLightness, overhang, watchPage } from './page-watch.ts';

test('the front page asks to sign in: theme, width, and nothing fetched from elsewhere', async ({
  page,
  baseURL,
  colorScheme,
}) => {
  const watch = watchPage(page, new URL(baseURL ?? '').origin);
  await page.goto('/console');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  const lightness = await backgroundLightness(page);
  if (colorScheme === 'dark') expect(lightness).toBeLessThan(0.2);
  else expect(lightness).toBeGreaterThan(0.8);
  // Chromium itself reports the status of the question who is signed in; nothing else may be complained of.
  expect(watch.complaints.filter((text) => !text.includes('status of 401'))).toEqual([]);
  expect(watch.foreignRequests).toEqual([]);
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
  await expect(page).toHaveURL(/\/console\/sign-in/);
});

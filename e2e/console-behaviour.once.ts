import { expect, test as plain } from '@playwright/test';
import { test } from './operator.ts';

const PAGE = '/console/platform/first-calls';

plain('the address of the deployment leads to the console, and so to the sign-in page', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/console\/sign-in\?next=/);
});

test('copy buttons put the exact lines on the clipboard and say so', async ({
  asOperator: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(PAGE);
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

test('without the clipboard API the copy button still copies', async ({ asOperator: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(PAGE);
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

test('a deployment that does not answer, or not well, is told in words', async ({ asOperator: page }) => {
  await page.route('/health', (route) => route.abort());
  await page.goto(PAGE);
  await expect(page.getByTestId('health')).toContainText('No response');
  await page.unroute('/health');
  await page.route('/health', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'The database is away.' } },
    }),
  );
  await page.reload();
  await expect(page.getByTestId('health')).toContainText('Responding, but not working');
  await expect(page.getByTestId('health')).toContainText('The database is away.');
});

test('every control is reached by Tab and shows its focus', async ({ asOperator: page }) => {
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'The first five calls' })).toBeVisible();
  const reachable = await page.locator('main').locator('a[href], button, pre[tabindex="0"]').count();
  await page.locator('#content').focus();
  for (let index = 0; index < reachable; index += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(outline).toBe('solid');
  }
});

test('nothing moves for those who asked for reduced motion', async ({ asOperator: page }) => {
  await page.route('/health', () => {});
  for (const [reducedMotion, moving] of [
    ['reduce', 0],
    ['no-preference', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(PAGE);
    await expect(page.getByTestId('health')).toHaveAttribute('data-state', 'asking');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(moving);
  }
});

import { expect, test as plain } from '@playwright/test';
import { target, test } from './console-session.ts';
import { api } from './mail-seed.ts';
import { expectWhole } from './page-watch.ts';

// What a screen reader says on the main journeys: roles, names, levels and states, in their order. A part that loses its
// name, or a heading that skips a level, fails here though the page looks the same.

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

plain('sign-in is read as one form', async ({ page }) => {
  await page.goto('/console/sign-in');
  await expect(page.getByLabel('Email address')).toBeVisible();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`PLACEHOLDER`);
  await expectWhole(page);
});

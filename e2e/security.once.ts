import { createHash } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { totpCode } from '../src/testing/totp.ts';
import { test as signedInTest } from './console-session.ts';
import { withDatabase } from './database.ts';
import { test as operatorTest } from './operator.ts';
import { overhang } from './page-watch.ts';

// Issue 22, point 3: second factors in the browser. Passkeys are made by Chromium's virtual authenticator.

/** A virtual authenticator in the browser that verifies its user, as with a fingerprint. */
async function plugIn(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function keepCodes(page: Page): Promise<string[]> {
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return codes;
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

signedInTest('a passkey is added, signs in, is renamed and removed', async ({ signedIn: page, session }) => {
  await plugIn(page);
  await page.goto('/console/security');
  await addPasskey(page, 'Laptop');
  await keepCodes(page);
  await expect(row(page, 'Laptop')).toContainText('not used yet');
  const email = session.workspace.owner.email;

  // Another browser session of the same device: the passkey alone signs in, without an address.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.goto('/console/sign-in?next=/console/security');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/console\/security/);
  await expect(page.getByText(`How ${email} signs in.`, { exact: false })).toBeVisible();
  await expect(row(page, 'Laptop')).toContainText('last used');

  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(row(page, 'Work laptop')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect(row(page, 'Work laptop')).toHaveCount(0);
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
});

operatorTest(
  'an operator needs a second factor for the outbox, and sets up an app',
  async ({ asOperator: page, operator }) => {
    await withDatabase((db) =>
      db.query(
        `update sessions set second_factor_at = null
       where user_id = (select id from users where email = $1)`,
        [operator.outsider],
      ),
    );
    await page.goto('/console/platform/outbox');
    await expect(page.getByText('This action needs a second factor.')).toBeVisible();
    await page.getByRole('link', { name: 'Open Security' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(page.getByAltText('QR code with the secret below')).toBeVisible();
    const secret = ((await page.locator('.select-all').textContent()) ?? '').replaceAll(/\s/g, '');
    await page.getByLabel('Six-digit code').fill(totpCode(secret, new Date()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = await keepCodes(page);
    await page.goto('/console/platform/outbox');
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
    await expect(page.getByText('This action needs a second factor.')).toHaveCount(0);

    // After the link of a mail, the second factor is required. A recovery code counts as one.
    const token = await withDatabase(async (db) => {
      const fresh = 'e2e-second-factor-token-0123456789abcdefghi';
      await db.query(
        `insert into sign_in_tokens (token_hash, user_id, kid, expires_at)
       select $1, u.id, (select kid from ring_keys where purpose = 'link' order by created_at desc limit 1),
              now() + interval '5 minutes' from users u where u.email = $2`,
        [createHash('sha256').update(fresh).digest(), operator.outsider],
      );
      return fresh;
    });
    await page.context().clearCookies();
    await page.goto(`/console/sign-in?token=${token}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0]!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/console($|\/(mail|platform|identities))/);
    await page.goto('/console/security');
    await expect(page.getByText('9 codes left.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  },
);

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    signedInTest(
      `the pages of signing in fit: ${width} pixels, ${colorScheme}`,
      async ({ signedIn: page }, info) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        for (const [name, path] of [
          ['security', '/console/security'],
          ['members', '/console/members'],
          ['second', '/console/sign-in?step=second'],
        ] as const) {
          if (name === 'second') await page.context().clearCookies();
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('button').first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          expect(await overhang(page)).toBeLessThanOrEqual(0);
          await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });
        }
      },
    );

import { expect } from '@playwright/test';
import { target } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';
import { test } from './operator.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It needs an operator, and the given instance has its own.');

test('nobody but the operator finds the platform', async ({ signedIn: page, session }) => {
  await page.goto(session.workspace.mail);
  await expect(page.getByTestId('thread-list')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' }).getByText('Platform')).toHaveCount(0);
  for (const name of ['tenants', 'outbox', 'health', 'nothing']) {
    await page.goto(`/console/platform/${name}`);
    await expect(page.getByRole('link', { name: 'Open the console' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /tenants|outbox|health/i })).toHaveCount(0);
  }
});

test.describe('the operator', () => {
  test('makes a tenant, suspends it by its name, and resumes it', async ({ asOperator: page }) => {
    const slug = `acme${Date.now().toString(36)}`;
    await page.goto('/console/platform/tenants');
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Acme Inc.');
    await page.getByLabel('Short name').fill(slug);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Acme Inc.' })).toBeVisible();
    await expect(page.getByText('This tenant has no identity yet')).toBeVisible();
    await page.getByRole('button', { name: 'Suspend…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend this tenant?' });
    await expect(dialog.getByRole('button', { name: 'Suspend' })).toBeDisabled();
    await dialog.getByRole('textbox').fill(slug);
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('by the operator')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('button', { name: 'Suspend…' })).toBeVisible();
  });

  test('makes a partner, changes its terms, suspends and resumes it', async ({ asOperator: page }) => {
    const name = `Partner ${Date.now().toString(36)}`;
    await page.goto('/console/platform/partners');
    await page.getByRole('button', { name: 'New partner' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Up to 25 tenants');
    const more = row.getByRole('button', { name: `Actions for ${name}` });
    await more.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Tenant limit').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Up to 7 tenants');
    await more.click();
    await page.getByRole('menuitem', { name: 'Suspend…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(row).toContainText('Suspended');
    await more.click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await expect(row).toContainText('Active');
  });

  test('starts a maintenance job and sees how it ends', async ({ asOperator: page }) => {
    await page.goto('/console/platform/jobs');
    const ended = page.getByRole('article', { name: 'Delete unused files' }).filter({ hasText: 'Completed' });
    const before = await ended.count();
    await page.getByRole('button', { name: 'Start…' }).click();
    await page.getByRole('menuitem', { name: 'Delete unused files' }).click();
    await expect(ended).toHaveCount(before + 1, { timeout: 20_000 });
  });

  test('has a dead letter done again, and discards another by its name', async ({ asOperator: page }) => {
    const insert = (id: string, job: string) =>
      withDatabase((db) =>
        db.query(
          `insert into dead_letters (id, ref, queue, job, payload, tries, error, attempts, status, first_failed_at, last_failed_at)
           values ($1, $1, 'sign_in', $2, '{}', 1, 'no route', 1, 'open', now(), now())`,
          [id, job],
        ),
      );
    await insert('dlq_01K9ZZ5P6T3Q8V1W4X7Y2B0AAA', 'sign_in.mail');
    await insert('dlq_01K9ZZ5P6T3Q8V1W4X7Y2B0BBB', 'sign_in.gone');
    await page.goto('/console/platform/dead-letters');
    const again = page.getByRole('article', { name: 'sign_in.mail' });
    await again.getByRole('button', { name: 'Run again' }).click();
    await expect(page.getByText('Running “Send a sign-in mail” again')).toBeVisible();
    const gone = page.getByRole('article', { name: 'sign_in.gone' });
    await gone.getByRole('button', { name: 'Discard sign_in.gone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard this job?' });
    await dialog.getByRole('textbox').fill('sign_in.gone');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(gone).toHaveCount(0);
  });

  test('reads in the outbox what would have left, and its html runs nothing', async ({
    asOperator: page,
    session,
  }) => {
    const { billing } = session.workspace;
    await api(target, 'POST', `/v1/identities/${billing.id}/messages`, {
      to: ['someone@outside.example'],
      subject: 'A letter for outside',
      text: 'See https://example.com/terms',
      html: '<p>See <b>the terms</b><script>top.__ran=1</script><img src="https://evil.example/x.png"></p>',
    });
    await page.goto('/console/platform/outbox');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('link', { name: /A letter for outside/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByRole('link', { name: /A letter for outside/ }).click();
    await expect(page.frameLocator('[data-testid=mail-frame]').getByText('the terms')).toBeVisible();
    await page.getByRole('button', { name: 'Text' }).click();
    await expect(page.getByRole('button', { name: 'https://example.com/terms' })).toBeVisible();
    await page.getByRole('button', { name: 'Source' }).click();
    await expect(page.getByText('Subject: A letter for outside')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, '__ran'))).toBeUndefined();
  });

  test('finds the sign-in mail of somebody in the outbox', async ({ asOperator: page, operator }) => {
    await page.goto('/console/platform/outbox');
    await page
      .getByRole('link', { name: new RegExp(operator.outsider) })
      .filter({ hasText: 'Your workspace' })
      .first()
      .click();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await expect(page.getByRole('button', { name: /\/console\/sign-in\?token=/ })).toBeVisible();
  });

  test('changes name, zone, plan and a locked policy of a tenant, and replaces a key of the deployment', async ({
    asOperator: page,
    session,
  }) => {
    const { tenantId } = session.workspace;
    await page.goto(`/console/platform/tenants/${tenantId}`);
    await page.getByLabel('Billing').selectOption('exempt');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Time zone').fill('Nowhere/At all');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Time zone')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Name of the workspace').fill('Northwind Traders');
    // This field is locked for the workspace's own admins.
    await page.getByLabel('Requests per minute for the whole workspace').fill('1234');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. The changes apply from now on.')).toBeVisible();
    const tenant = await api(target, 'GET', `/v1/tenants/${tenantId}`);
    expect(tenant).toMatchObject({
      name: 'Northwind Traders',
      timezone: 'Europe/Berlin',
      policy: { limits: { requests_per_minute: 1234 } },
    });
    await api(target, 'PATCH', `/v1/tenants/${tenantId}`, {
      name: 'Northwind',
      policy: { limits: { requests_per_minute: null } },
    });
    await page.goto('/console/platform/deployment-keys');
    await page.getByRole('button', { name: 'Replace: Page cursors' }).click();
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await expect(page.getByRole('article', { name: 'Page cursors' })).toContainText(
      'The old one is valid until',
    );
  });
});

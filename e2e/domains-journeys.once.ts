import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';
import { test as operatorTest } from './operator.ts';

// Domains in the console (issue 19, point 8): the records with their found values, and charts of receivers' reports.

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

/** Reports for this many days before today: authenticated mail from one server, and a little from a stranger. */
const report = (domainId: string, tenantId: string, days: number) =>
  withDatabase((db) =>
    db.query(
      `insert into domain_report_days (domain_id, tenant_id, kind, day, reporter, source, result, disposition, messages)
       select $1, $2, kind, current_date - n, 'big.example', source, result, 'none', messages
       from generate_series(1, $3::int) n, (values
         ('dmarc', '203.0.113.9', 'dkim_spf', 1000), ('dmarc', '192.0.2.77', 'none', 5),
         ('tls', 'all', 'success', 40), ('tls', 'mail.localhost', 'certificate-expired', 2)
       ) as r (kind, source, result, messages)`,
      [domainId, tenantId, days],
    ),
  );

test('records are copied, and reports are read by eye, by keyboard and in tables', async ({
  signedIn: page,
  session,
}) => {
  const { tenantId } = session.workspace;
  const name = `${tenantId.slice(-10).toLowerCase()}.example`;
  const domain = await api(target, 'POST', `/v1/tenants/${tenantId}/domains`, {
    domain: name,
    method: 'records',
  });
  await withDatabase((db) =>
    db.query(
      `update domains set records = (select jsonb_agg(case when r ->> 'purpose' = 'dmarc'
         then r || jsonb_build_object('status', 'present', 'found', jsonb_build_array(r ->> 'value')) else r end)
         from jsonb_array_elements(records) r),
         registration = '{"registrar": "Gandi SAS", "registered_at": null, "expires_at": "2028-01-02T00:00:00Z"}'
       where id = $1`,
      [domain.id],
    ),
  );
  await page.goto(`/console/domains/${domain.id}`);
  await expect(page.getByText('At Gandi SAS, until')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the value of the TLS reports record' })).toBeVisible();
  await expect(page.getByText('Optional', { exact: true })).toBeVisible();
  await expect(page.getByLabel('DNS host')).toHaveValue('gandi');
  await expect(page.getByText('No report has arrived for these days.')).toBeVisible();

  await report(domain.id, tenantId, 20);
  await page.reload();
  const chart = page.getByRole('group', { name: 'Mail in the name of the domain' });
  await expect(chart.locator('svg').first()).toBeVisible();
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(chart.getByRole('status')).toContainText(/Passed DKIM and SPF 1,000.*Not authenticated 5/);
  await expect(page.getByRole('region', { name: 'DMARC policy' })).toContainText('p=quarantine');
  const senders = page.getByRole('table', { name: 'Senders in the name of the domain' });
  await expect(senders.getByRole('row')).toHaveCount(3);
  await expect(senders.getByRole('row', { name: /192\.0\.2\.77/ })).toContainText('100');
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(8);
  await page.getByText('Encryption (TLS)', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Mail servers that senders connected to' })).toContainText(
    'mail.localhost',
  );
  await expect(page.getByText('Certificate expired').first()).toBeVisible();
});

operatorTest('the operator makes a key for Domain Connect', async ({ asOperator: page }) => {
  await page.goto('/console/platform/deployment-keys');
  await page.getByRole('button', { name: /^Create a (new )?key$/ }).click();
  await expect(page.getByText('Created a key. Publish its records now.')).toBeVisible();
  await expect(page.getByText('Not published').first()).toBeVisible();
  await expect(page.getByText(/^p=1,a=RS256,d=/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the template' })).toBeVisible();
});

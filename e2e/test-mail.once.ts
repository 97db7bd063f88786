import { expect } from '@playwright/test';
import { target, test } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';

// The test mail of a domain (issue 19, point 8). src/mail/test-mails tests the results of a real receiver; this tests
// the page.

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const seen = (domain: string) => ({
  envelope_from: `test-mail+0@pm-bounces.${domain}`,
  helo: 'out.smarthost.example',
  remote_address: '192.0.2.7',
  encrypted: false,
  from: `postmaster@${domain}`,
  authentication: {
    spf: { result: 'softfail', domain: `pm-bounces.${domain}`, aligned: true },
    signatures: [{ result: 'pass', domain, selector: 'pm1', aligned: true }],
    dmarc: { result: 'pass', policy: 'none', policyDomain: domain },
  },
  header: `Received: from out.smarthost.example\nFrom: Proofmail <postmaster@${domain}>`,
});

test('a test mail is sent, and shows what the receiver saw, line by line', async ({
  signedIn: page,
  session,
}) => {
  const { tenantId } = session.workspace;
  const name = `test-${tenantId.slice(-10).toLowerCase()}.example`;
  const domain = await api(target, 'POST', `/v1/tenants/${tenantId}/domains`, {
    domain: name,
    method: 'records',
  });
  await page.goto(`/console/domains/${domain.id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test mail' })).toHaveCount(0);
  await withDatabase((db) =>
    db.query(`update domains set status = 'healthy', proven_at = now(), next_check_at = null where id = $1`, [
      domain.id,
    ]),
  );
  await page.reload();

  await page.getByRole('button', { name: 'Send a test mail' }).click();
  // The deployment of these tests captures its mail.
  await expect(page.getByRole('article', { name: 'Test mail: Kept here' })).toBeVisible();
  await withDatabase((db) =>
    db.query(
      `update domain_test_mails set status = 'received', received_at = now(), seen = $2 where domain_id = $1`,
      [domain.id, JSON.stringify(seen(name))],
    ),
  );
  await page.reload();
  const result = page.getByRole('article', { name: 'Test mail: Received' });
  await expect(result.getByRole('listitem').filter({ hasText: 'DMARC' }).first()).toContainText('Good');
  await expect(result.getByRole('listitem').filter({ hasText: 'SPF' }).first()).toContainText(
    /Wrong.*192\.0\.2\.7.*does not contain the server/s,
  );
  await expect(result.getByText(`Passed with the key pm1._domainkey.${name}.`)).toBeVisible();
  await result.getByText('Header as it arrived').click();
  await expect(result.getByText(`From: Proofmail <postmaster@${name}>`)).toBeVisible();

  await page.getByRole('button', { name: 'To an address…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To').fill('stranger@elsewhere.example');
  await withDatabase((db) =>
    db.query(`update domain_test_mails set created_at = now() - interval '2 minutes' where domain_id = $1`, [
      domain.id,
    ]),
  );
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Use your sign-in address')).toBeVisible();
  if (process.env.PM_E2E_SHOTS) {
    await page.keyboard.press('Escape');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 1100 });
      await result.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${process.env.PM_E2E_SHOTS}/test-mail-${width}.png`, fullPage: true });
    }
  }
});

import { expect, test } from '@playwright/test';
import { htmlOf } from '#workspace/notifications/letter/html.ts';

// The product's own mails, as shown on a phone.

const longWord = 'p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqzTwAhlyoR90S6kkAHVG'.repeat(5);
const domain = 'agents-of-the-subsidiary.a-very-long-name-of-a-company.example';

for (const width of [320, 390, 768])
  test(`long names and records stay inside the letter at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.setContent(
      htmlOf(
        {
          workspace: domain,
          heading: `${domain} was suspended`,
          body: [
            `The record of ${domain} was removed.`,
            { list: [`Add the record: TXT ${domain} v=DKIM1; k=rsa; ${longWord}`] },
            { facts: [['Domain', domain]] },
            { quote: longWord },
          ],
          button: { label: 'Open the domain', url: `https://${domain}/console` },
          notes: [`Nobody can sign in to ${domain} without the link.`],
          settings: `https://${domain}/console/notices`,
        },
        domain,
      ),
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    const letter = await page.locator('table.surface').boundingBox();
    expect(letter?.width).toBeLessThanOrEqual(Math.min(width - 32, 562));
  });

import type { BrowserContext, Page } from '@playwright/test';
import { test as signedInTest, target } from './console-session.ts';
import { withDatabase } from './database.ts';
import { api } from './mail-seed.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type Operator = { cookies: Cookies; slug: string; outsider: string };

/** The operator has a mailbox elsewhere. With the capture driver, their sign-in mail is in the outbox. */
async function signInToken(slug: string, email: string): Promise<string> {
  await api(target, 'POST', '/v1/tenants', {
    slug,
    name: 'Headquarters',
    owner: { email, name: 'Olga Petrova' },
  });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { data } = await api(target, 'GET', '/v1/platform/outbox');
    const mail = data.find(({ envelope_to }: { envelope_to: string[] }) => envelope_to.includes(email));
    const text = mail && (await api(target, 'GET', `/v1/platform/outbox/${mail.id}`)).text;
    const token = /sign-in\?token=([\w-]+)/.exec(text ?? '')?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error('No sign-in mail came into the outbox.');
}

/** Tests that begin as the operator of the deployment. */
export const test = signedInTest.extend<
  { asOperator: Page; lookingAsOperator: Page },
  { operator: Operator }
>({
  operator: [
    async ({ browser }, use) => {
      const slug = `hq${Date.now().toString(36)}`;
      const email = `${slug}@example.com`;
      const token = await signInToken(slug, email);
      // Does the same as the link of the first start, of which a run has only one.
      await withDatabase((db) => db.query('update users set is_operator = true where email = $1', [email]));
      const context = await browser.newContext({ baseURL: target.url });
      const answer = await context.request.post('/api/auth/link', { data: { token } });
      if (!answer.ok()) throw new Error(`The sign-in link was refused: ${await answer.text()}`);
      // Other people's mail requires a second factor; security.once.ts uses one in the browser.
      await withDatabase((db) =>
        db.query(
          `update sessions set second_factor_at = now()
           where user_id = (select id from users where email = $1)`,
          [email],
        ),
      );
      await use({ cookies: await context.cookies(), slug, outsider: email });
      await context.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  asOperator: async ({ page, context, operator }, use) => {
    await context.addCookies(operator.cookies);
    await use(page);
  },
  lookingAsOperator: ({ browser, lookers, operator }, use) => lookers.show(browser, operator.cookies, use),
});

import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { api, seedMailbox, type Target } from './mail-seed.ts';

type Seeded = Awaited<ReturnType<typeof seedMailbox>>;
type Person = { email: string; mailbox: string };
/** A workspace with mail in it, and the owner's session for it. */
export type Workspace = Seeded & { target: Target; mail: string; owner: Person; peopleId: string };
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The instance that playwright.config.ts started. */
export const target: Target = {
  url: `http://localhost:${process.env.E2E_HTTP_PORT}`,
  key: process.env.PM_BOOTSTRAP_KEY ?? '',
  smtpPort: Number(process.env.E2E_SMTP_PORT),
};

/** Short, and different for every run of every worker. */
const name = () => `w${Date.now().toString(36)}`;

/**
 * The sign-in link of a new owner: their address is a mailbox of the same deployment, so that the mail can be read.
 */
async function signInToken(workspace: string) {
  const people = await api(target, 'POST', '/v1/tenants', {
    slug: `${workspace}-people`,
    name: 'People',
    mode: 'live',
  });
  const owner = await createPerson(people.id, 'ada');
  const seeded = await seedMailbox(target, workspace, { email: owner.email, name: 'Ada Lovelace' });
  const token = await linkToken(owner, 1);
  return { token, seeded, owner, peopleId: people.id as string };
}

/** A person whose mail can be read, because it is a mailbox of the same deployment. */
export async function createPerson(peopleId: string, username: string): Promise<Person> {
  const { id, primary_address } = await api(target, 'POST', `/v1/tenants/${peopleId}/identities`, {
    username,
  });
  return { email: primary_address, mailbox: id };
}

/** The token in the newest mail with a sign-in link, once there are this many such mails. Notices may come in between. */
export async function linkToken({ mailbox }: Person, mails: number): Promise<string> {
  let tokens: string[] = [];
  await expect
    .poll(async () => {
      const { data } = await api(target, 'GET', `/v1/identities/${mailbox}/messages`);
      tokens = data.flatMap((mail: { extracted_text: string }) => linkIn(mail.extracted_text) ?? []);
      return tokens.length;
    })
    .toBeGreaterThanOrEqual(mails);
  return tokens[0]!;
}

const linkIn = (text: string): string | undefined => /\?token=([\w-]+)/.exec(text)?.[1];

type Fixtures = {
  signedIn: Page;
  /** For tests that only look at a page: one after the other in the same context. */
  looking: Page;
};
type WorkerFixtures = { session: { workspace: Workspace; cookies: Cookies }; lookers: SharedContexts };

/**
 * Contexts that tests share, one for each person who is signed in, so that the browser loads and compiles the scripts of the
 * console only once. That is half of the CPU of a test that looks at a page.
 */
export class SharedContexts {
  /** By the cookies of who is signed in. */
  private readonly contexts = new Map<Cookies, BrowserContext>();

  /** Gives a test a page. The first test gives the context the options of its project. */
  async show(browser: Browser, cookies: Cookies, use: (page: Page) => Promise<void>): Promise<void> {
    const context = this.contexts.get(cookies) ?? (await browser.newContext());
    if (!this.contexts.has(cookies)) await context.addCookies(cookies);
    this.contexts.set(cookies, context);
    const page = await context.newPage();
    await use(page);
    await page.close();
  }

  async close(): Promise<void> {
    for (const context of this.contexts.values()) await context.close();
  }
}

/** In Firefox, Playwright's `fill` sets values without an event that React sees, so this presses keys. */
function fillByKeys(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.fill = async function (this: Locator, text: string) {
    await this.press('ControlOrMeta+a');
    await this.press('Delete');
    await this.pressSequentially(text);
  };
}

/** Tests that begin signed in, in their worker's own workspace. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  session: [
    async ({ browser }, use) => {
      const { token, seeded, owner, peopleId } = await signInToken(name());
      const context = await browser.newContext({ baseURL: target.url });
      const answer = await context.request.post('/api/auth/link', { data: { token } });
      if (!answer.ok()) throw new Error(`The sign-in link was refused: ${await answer.text()}`);
      const cookies = await context.cookies();
      await context.close();
      await use({
        workspace: { ...seeded, target, mail: `/console/mail/${seeded.billing.id}`, owner, peopleId },
        cookies,
      });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  signedIn: async ({ page, context, session, browserName }, use) => {
    await context.addCookies(session.cookies);
    if (browserName === 'firefox') fillByKeys(page);
    await use(page);
  },
  lookers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const lookers = new SharedContexts();
      await use(lookers);
      await lookers.close();
    },
    { scope: 'worker' },
  ],
  looking: ({ browser, lookers, session }, use) => lookers.show(browser, session.cookies, use),
});

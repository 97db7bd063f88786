import { expect } from '@playwright/test';
import { test as base, target } from './console-session.ts';
import { api } from './mail-seed.ts';
import { isWebKitHere, Key, WebKit } from './webkit.ts';

// The main journeys in WebKit, the engine of Safari: read by keyboard, write, search, the command menu, each page's width.

const test = base.extend<{ webkit: WebKit }>({
  webkit: async ({ session }, use) => {
    const webkit = new WebKit();
    try {
      await webkit.open(1440, 900);
      await webkit.visit(`${target.url}/health`);
      for (const { name, value, path, httpOnly } of session.cookies)
        await webkit.addCookie({ name, value, path, httpOnly });
      await use(webkit);
    } finally {
      await webkit.close();
    }
  },
});

test.skip(!isWebKitHere, 'WebKit is not installed (Debian: webkit2gtk-driver and xvfb).');
test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

// Two browsers and the product share the machine.
test.describe.configure({ timeout: 240_000 });

const at = (webkit: WebKit, pattern: RegExp) => expect.poll(() => webkit.address()).toMatch(pattern);
const heading = "return [...document.querySelectorAll('h1')].at(-1)?.textContent ?? ''";
const isMenuFocused = "return document.activeElement?.matches('[role=combobox]') ?? false";

test('WebKit: reads and archives with the keyboard alone', async ({ webkit, session }) => {
  await webkit.visit(target.url + session.workspace.mail);
  await webkit.sees('URGENT: payment was taken twice');
  await webkit.press('j');
  await webkit.press(Key.enter);
  await at(webkit, /\/thr_/);
  await expect.poll(() => webkit.run<number>("return document.querySelectorAll('h1').length")).toBe(2);
  const first = await webkit.run<string>(heading);
  await webkit.press('j');
  await expect.poll(() => webkit.run<string>(heading)).not.toBe(first);
  await webkit.press('k');
  await expect.poll(() => webkit.run<string>(heading)).toBe(first);
  await webkit.press('e');
  await webkit.click("//button[@aria-label='Undo']");
  await webkit.sees(first);
});

test('WebKit: a mail is shown in its sandbox', async ({ webkit, session }) => {
  await webkit.visit(target.url + session.workspace.mail);
  await webkit.click("//a[contains(., 'Field notes')]");
  await expect
    .poll(() =>
      webkit.run<number>("return document.querySelector('[data-testid=mail-frame]')?.clientHeight ?? 0"),
    )
    .toBeGreaterThan(20);
});

test('WebKit: a written message leaves', async ({ webkit, session }) => {
  await webkit.visit(`${target.url + session.workspace.mail}/compose`);
  const subject = `From WebKit ${Date.now()}`;
  for (const [label, text] of [
    ['To', session.workspace.owner.email],
    ['Subject', subject],
    ['Message', 'Written in WebKit.'],
  ] as const) {
    await webkit.click(
      `//input[@id=//label[.='${label}']/@for] | //label[span='${label}']/input | //textarea[@aria-label='${label}']`,
    );
    await webkit.press(text);
  }
  await webkit.press(Key.enter, Key.control);
  await expect
    .poll(
      async () => {
        const { data } = await api(
          target,
          'GET',
          `/v1/identities/${session.workspace.owner.mailbox}/messages`,
        );
        return data.map((mail: { subject: string }) => mail.subject);
      },
      { timeout: 60_000 },
    )
    .toContain(subject);
});

test('WebKit: the command menu opens, and search finds', async ({ webkit, session }) => {
  await webkit.visit(target.url + session.workspace.mail);
  await webkit.sees('URGENT: payment was taken twice');
  await webkit.press('k', Key.control);
  await expect.poll(() => webkit.run<boolean>(isMenuFocused)).toBe(true);
  await webkit.press('identities');
  await expect
    .poll(() =>
      webkit.run<string>(
        "return document.querySelector('[role=option][aria-selected=true]')?.innerText ?? ''",
      ),
    )
    .toMatch(/Identities/);
  await webkit.press(Key.enter);
  await at(webkit, /\/console\/identities$/);
  await webkit.visit(`${target.url + session.workspace.mail}/search?q=invoice&mode=keyword`);
  await expect
    .poll(() => webkit.run<number>("return document.querySelectorAll('[aria-label=Results] a').length"))
    .toBeGreaterThan(0);
});

const pages = [
  '/console',
  '/console/identities',
  '/console/usage',
  '/console/audit',
  '/console/developers/keys',
  '/console/developers/webhooks',
  '/console/policy',
  '/console/domains',
  '/console/approvals',
  '/docs',
  '/docs/messages',
];

test('WebKit: pages show their heading and stay within the window', async ({ webkit }) => {
  for (const page of pages) {
    await webkit.visit(target.url + page);
    await expect
      .poll(() => webkit.run<string>("return document.querySelector('main h1, h1')?.textContent ?? ''"), {
        message: page,
      })
      .not.toBe('');
    const overhang = 'return document.documentElement.scrollWidth - innerWidth';
    expect(await webkit.run<number>(overhang), page).toBeLessThanOrEqual(0);
    expect(await webkit.run<string>('return document.body.innerText'), page).not.toMatch(
      /^Something went wrong$/m,
    );
  }
});

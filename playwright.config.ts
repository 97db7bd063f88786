import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/** A running instance to test; without it the product is started for the run, on ports and data of its own. */
const givenUrl = process.env.PM_E2E_URL;

/** A port that is free now. Workers load this file again, so the choice is handed to them by environment. */
async function freePort(variable: string): Promise<string> {
  process.env[variable] ??= await new Promise<string>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(String(typeof address === 'object' ? address?.port : address)));
    });
  });
  return process.env[variable];
}

const httpPort = givenUrl ? '' : await freePort('E2E_HTTP_PORT');
const smtpPort = givenUrl ? '' : await freePort('E2E_SMTP_PORT');
// Tests that fill the instance need its key; workers load this file again and inherit it.
// Of its database they read and write what would take too long otherwise (e2e/database.ts).
if (!givenUrl) process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'proofmail-e2e-'));
if (!givenUrl) process.env.PM_BOOTSTRAP_KEY ??= `pmk_live_${randomBytes(32).toString('hex')}`;
const baseURL = givenUrl ?? `http://localhost:${httpPort}`;

const chromium = process.env.PM_CHROMIUM ?? '/usr/bin/chromium';
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Firefox as it comes from its makers, over WebDriver BiDi. It can't pretend to prefer dark pages. */
const firefox = {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: { executablePath: fileURLToPath(new URL('e2e/firefox.mjs', import.meta.url)) },
  colorScheme: null,
};

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const phoneLight = { name: 'phone, light', use: { viewport: phone, colorScheme: 'light' as const } };
const desktopDark = { name: 'desktop, dark', use: { viewport: desktop, colorScheme: 'dark' as const } };
/** Pages that the gate sees in the dark; it sees the others on a phone. */
const inTheDark = /\/(docs|home|mail|platform)\.spec\.ts$/;
/**
 * Every page read for words of the API, pictures of 44 mails, pages that fail or hang, sign-in through providers (a second
 * instance, and three of them), payments (a second instance too), the client built and run in a browser, 10,000 rows, what a
 * screen reader says, PDFs, notices by mail, and WebKit: minutes.
 */
const long =
  /\/(words|mail-design|failing|sign-in|sdk|long-lists|read-aloud|pdf-preview|notices-journeys|billing|webkit|command-menu|drafts|service-mails)\.once\.ts$/;

/** `npm run test:browser -- --firefox` */
const inFirefox = [
  { name: 'Firefox, phone', use: { ...firefox, viewport: phone } },
  { name: 'Firefox, desktop', use: { ...firefox, viewport: desktop } },
  { name: 'Firefox, once', testMatch: /\.once\.ts$/, use: firefox },
];

/** `npm run test:browser` sees each page at each width in each theme, which takes five minutes more than the gate has. */
const projects =
  process.env.PM_E2E_SCREENS === 'firefox'
    ? inFirefox
    : process.env.PM_E2E_SCREENS === 'all'
      ? [
          phoneLight,
          desktopDark,
          { name: 'phone, dark', use: { viewport: phone, colorScheme: 'dark' as const } },
          { name: 'desktop, light', use: { viewport: desktop, colorScheme: 'light' as const } },
          { name: 'once', testMatch: /\.once\.ts$/ },
        ]
      : [
          { ...phoneLight, testIgnore: inTheDark },
          { ...desktopDark, testMatch: inTheDark },
          {
            name: 'once',
            testMatch: /\.once\.ts$/,
            testIgnore: long,
            grepInvert: /390 pixels, dark|1440 pixels, light/,
          },
        ];

export default defineConfig({
  testDir: 'e2e',
  // The machine that runs these is small, and one instance serves them all.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  // Long, because they only end tests that fail: a busy machine is slow, and the other tests run beside these.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    screenshot: 'only-on-failure',
    launchOptions: { args: quietFlags, ...(existsSync(chromium) ? { executablePath: chromium } : {}) },
  },
  projects,
  webServer: givenUrl
    ? undefined
    : {
        command: 'node e2e/serve.mjs',
        env: {
          PORT: httpPort,
          PM_SMTP_PORT: smtpPort,
          PM_BOOTSTRAP_KEY: process.env.PM_BOOTSTRAP_KEY ?? '',
          PM_DATA_DIR: process.env.E2E_DATA_DIR ?? '',
          // Servers of ours on loopback take webhooks.
          PM_INSECURE_TARGETS: 'on',
        },
        url: `${baseURL}/health`,
        // A first start installs nothing here, but it builds the console.
        timeout: 240_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
        stdout: 'ignore',
        stderr: 'pipe',
      },
});

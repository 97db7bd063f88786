import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';

// WebKit as Debian ships it (packages webkit2gtk-driver and xvfb), by the classic WebDriver protocol
// (https://www.w3.org/TR/ webdriver2/): Playwright needs a WebKit of its own, which package managers do not have.

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const [browserPath] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');

export const isWebKitHere = existsSync(DRIVER) && existsSync(DISPLAY_SERVER) && browserPath !== undefined;

/** Codes of keys that are not characters (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
export const Key = { enter: '\uE007', escape: '\uE00C', control: '\uE009', tab: '\uE004' };

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

type Answer = { value: unknown };

/** One browser window of WebKit. */
export class WebKit {
  #url = '';
  #processes: ChildProcess[] = [];

  /** Opens a window of this size, in pixels. */
  async open(width: number, height: number): Promise<void> {
    const port = await freePort();
    const display = `:${100 + (port % 20_000)}`;
    const screen = ['-screen', '0', `${width + 100}x${height + 200}x24`, '-nolisten', 'tcp'];
    this.#processes.push(spawn(DISPLAY_SERVER, [display, ...screen], { stdio: 'ignore' }));
    // Tests often run as root in a container, where WebKit's own sandbox cannot start.
    const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    this.#processes.push(spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env }));
    const options = { 'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] } };
    const body = JSON.stringify({ capabilities: { alwaysMatch: options } });
    const driver = `http://127.0.0.1:${port}/session`;
    await expect(async () => {
      const answer = await fetch(driver, { method: 'POST', body });
      const { value } = (await answer.json()) as { value: { sessionId?: string } };
      expect(value.sessionId).toBeTruthy();
      this.#url = `${driver}/${value.sessionId}`;
    }).toPass();
    await this.#call('POST', '/window/rect', { width, height, x: 0, y: 0 });
  }

  async close(): Promise<void> {
    if (this.#url) await this.#call('DELETE', '').catch(() => undefined);
    for (const child of this.#processes.reverse()) child.kill();
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.#url + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as Answer;
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  visit = (url: string) => this.#call('POST', '/url', { url });
  address = () => this.#call('GET', '/url') as Promise<string>;
  addCookie = (cookie: object) => this.#call('POST', '/cookie', { cookie });
  /** Runs the body of a function in the page. @returns its result */
  run = <T>(script: string, ...args: unknown[]) =>
    this.#call('POST', '/execute/sync', { script, args }) as Promise<T>;

  /** Presses keys one after the other in the focused element, while `held` keys are down. */
  async press(keys: string, ...held: string[]): Promise<void> {
    const down = held.map((value) => ({ type: 'keyDown', value }));
    const each = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    const up = held.map((value) => ({ type: 'keyUp', value }));
    const actions = [{ type: 'key', id: 'keyboard', actions: [...down, ...each, ...up] }];
    await this.#call('POST', '/actions', { actions });
  }

  /** Clicks the element that an XPath finds, once it is there and can be clicked. */
  async click(xpath: string): Promise<void> {
    await expect(async () => {
      const found = (await this.#call('POST', '/element', { using: 'xpath', value: xpath })) as {
        [ELEMENT]: string;
      };
      await this.#call('POST', `/element/${found[ELEMENT]}/click`, {});
    }).toPass({ timeout: 30_000 });
  }

  /** Waits until the page shows the text. */
  async sees(text: string): Promise<void> {
    await expect
      .poll(() => this.run<string>('return document.body?.innerText ?? ""'), { timeout: 30_000 })
      .toContain(text);
  }
}

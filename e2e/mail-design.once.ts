import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { test } from './console-session.ts';
import { api, arrived, deliver } from './mail-seed.ts';
import { type Template, templates } from './mail-templates/index.ts';

test.skip(Boolean(process.env.PM_E2E_URL), 'It fills a workspace, and the given instance may not be ours.');

const VIEW = { width: 1440, height: 1400 };
/** The share of pixels that may differ by more than a shade. */
const MOST_DIFFERENT = 0.01;
const SHADE = 40;
const IMAGES = 'https://images.example.net/**';

type Scheme = 'light' | 'dark';
type Size = { width: number; height: number };

/** Compares pictures of mail in the console with those in a plain browser, with remote images. */
test('mail is shown as a browser shows it, in the light and in the dark', async ({
  signedIn: page,
  session,
  browser,
}, info) => {
  test.setTimeout(600_000);
  const { target, tenantId } = session.workspace;
  const mailbox = await api(target, 'POST', `/v1/tenants/${tenantId}/identities`, { username: 'designs' });
  await deliver(
    target,
    templates.map(({ name, html, more }, index) => ({
      from: `Studio ${index} <studio${index}@design.example>`,
      to: mailbox.primary_address,
      subject: name,
      html,
      ...more,
    })),
  );
  await arrived(target, mailbox.id, templates.length);
  const { data } = await api(target, 'GET', `/v1/identities/${mailbox.id}/threads?limit=100`);
  await page.setViewportSize(VIEW);
  await drawImages(page.context());
  const differences: Record<string, number> = {};
  for (const template of templates) {
    const thread = data.find(({ subject }: { subject: string }) => subject === template.name);
    await page.goto(`/console/mail/${mailbox.id}/${thread.id}`);
    const frame = await openFrame(page, template);
    const size = await standAlone(frame);
    const plain = await plainPictures(browser, template, size, await withoutOurs(frame));
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const clip = { x: 0, y: 0, ...size };
      const ours = await page.screenshot({ path: info.outputPath(`${template.name}, ${scheme}.png`), clip });
      // Colours that were made for white paper stay as they are in the dark.
      const theirs = plain[template.isForDark ? scheme : 'light'];
      differences[`${template.name}, ${scheme}`] = await difference(page, ours, theirs);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  const bad = Object.entries(differences).filter(([, part]) => part > MOST_DIFFERENT);
  expect(Object.fromEntries(bad)).toEqual({});
});

/** Remote images by their address: size and colour. */
const drawImages = (context: BrowserContext) =>
  context.route(IMAGES, async (route) => {
    const [, width, height, colour] = /(\d+)x(\d+)-(\w+)\.svg$/.exec(route.request().url()) ?? [];
    const shape = `<rect width="100%" height="100%" fill="#${colour}"/><circle cx="50%" cy="50%" r="12%" fill="#fff"/>`;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`;
    await route.fulfill({ contentType: 'image/svg+xml', body });
  });

async function openFrame(page: Page, { html }: Template): Promise<Locator> {
  const frame = page.getByTestId('mail-frame');
  await expect(frame.contentFrame().locator('body > *').first()).toBeAttached();
  if (html.includes('https://images.example.net/')) {
    await page.getByRole('button', { name: 'Show images' }).click();
    await expect(page.getByRole('button', { name: 'Show images' })).toHaveCount(0);
    await expect(frame.contentFrame().locator('body > *').first()).toBeAttached();
  }
  await expect.poll(() => frame.contentFrame().locator('img').evaluateAll(allLoaded)).toBe(true);
  return frame;
}

const allLoaded = (images: Element[]) =>
  images.every((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).src !== '');

/** Moves the frame to whole pixels without its border, because its edge and position are not part of the mail. */
async function standAlone(frame: Locator): Promise<Size> {
  const rules = 'position:fixed;left:0;top:0;z-index:2147483647;border:0;border-radius:0;max-width:none';
  await frame.evaluate((element, css) => {
    const width = Math.floor(element.getBoundingClientRect().width);
    for (const rule of `${css};width:${width}px`.split(';')) {
      const [name = '', value = ''] = rule.split(':');
      element.style.setProperty(name, value, 'important');
    }
  }, rules);
  const sizeNow = () =>
    frame.evaluate((element) => ({ width: element.clientWidth, height: element.clientHeight }));
  let before = await sizeNow();
  await expect
    .poll(async () => {
      const now = await sizeNow();
      const isStill = now.height === before.height;
      before = now;
      return isStill;
    })
    .toBe(true);
  return before;
}

/**
 * Removes the console's deliberate additions, which are the marks on flagged passages. Mail wider than the frame is
 * scaled down.
 * @returns the scale, as a value of `zoom`
 */
const withoutOurs = (frame: Locator): Promise<string> =>
  frame
    .contentFrame()
    .locator('body')
    .evaluate((body) => {
      CSS.highlights.clear();
      return body.style.zoom || '1';
    });

/** The mail alone in a browser that runs nothing. */
async function plainPictures(
  browser: Browser,
  template: Template,
  viewport: Size,
  zoom: string,
): Promise<Record<Scheme, Buffer>> {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  await context.route('**/*', (route) => route.abort());
  await drawImages(context);
  const plain = await context.newPage();
  await plain.setContent(withOurs(withEmbedded(template), zoom));
  const picture = async (colorScheme: Scheme) => {
    await plain.emulateMedia({ colorScheme });
    return plain.screenshot();
  };
  const pictures = { light: await picture('light'), dark: await picture('dark') };
  await context.close();
  return pictures;
}

/** Our own choices: text without a font is sans-serif, and a mail fits its frame. */
function withOurs(html: string, zoom: string): string {
  const own = `<style>:where(body){font-family:Arial,Helvetica,sans-serif}body{zoom:${zoom}}</style>`;
  const [start = ''] = /^\s*(<!doctype[^>]*>)?\s*(<html[^>]*>)?\s*(<head>)?/i.exec(html) ?? [];
  return start + own + html.slice(start.length);
}

const withEmbedded = ({ html, more }: Template): string =>
  (more?.attachments ?? []).reduce(
    (text, { cid, content }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${(content as Buffer).toString('base64')}`),
    html,
  );

/** The share of pixels that differ by more than a shade. */
function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async ([first, second, shade]) => {
      const pixels = async (base64: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('There is no canvas.');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const [a, b] = [await pixels(first), await pixels(second)];
      if (a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const apart = [0, 1, 2].some((c) => Math.abs((a.data[at + c] ?? 0) - (b.data[at + c] ?? 0)) > shade);
        if (apart) different += 1;
      }
      return different / (a.width * a.height);
    },
    [one.toString('base64'), other.toString('base64'), SHADE] as const,
  );
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, storeMail } from '#testing/mail.ts';

let world: World;
let paths: { small: string; large: string; empty: string; risky: string };
let agent: string;
const large = Buffer.from(Array.from({ length: 300 * 1024 }, (_, n) => n % 251));

beforeAll(async () => {
  world = await openWorld();
  const mailbox = (await world.identity(await world.tenant())) as unknown as Mailbox;
  agent = await world.key({ level: 'identity', identity_id: mailbox.id }, ['attachments:read']);
  const mail = await storeMail(world.services, mailbox, {
    attachments: [
      { filename: 'résumé.txt', content: Buffer.from('0123456789') },
      { filename: 'large.bin', content: large },
      { filename: 'empty.txt', content: Buffer.alloc(0) },
      { filename: 'tool.exe', content: Buffer.from('MZ'), risk: 'executable' },
    ],
  });
  const path = (n: number) =>
    `/v1/identities/${mailbox.id}/messages/${mail.id}/attachments/${mail.attachmentIds[n]}`;
  paths = { small: path(0), large: path(1), empty: path(2), risky: path(3) };
});
afterAll(() => world.close());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.fetch(
    new Request(`http://localhost:3000${path}`, {
      method,
      headers: { authorization: `Bearer ${agent}`, ...headers },
    }),
  );

describe('attachment bytes (interface-spec 4.6)', () => {
  it('are a download that no browser runs', async () => {
    const response = await ask(paths.small);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': `attachment; filename="r?sum?.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'accept-ranges': 'bytes',
      'content-length': '10',
    });
    expect(await response.text()).toBe('0123456789');
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=0-999', '0123456789', 'bytes 0-9/10'],
  ])('Range %s', async (range, text, contentRange) => {
    const response = await ask(paths.small, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(response.headers.get('content-security-policy')).toBe('sandbox');
    expect(await response.text()).toBe(text);
  });

  it.each(['bytes=10-', 'bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=x'])(
    'Range %s is ignored',
    async (range) => {
      const response = await ask(paths.small, { range });
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
      expect(await response.text()).toBe('0123456789');
    },
  );

  it('a range of a file in blob storage', async () => {
    const response = await ask(paths.large, { range: 'bytes=300000-300009' });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(large.subarray(300_000, 300_010));
    const whole = await ask(paths.large);
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
  });

  it('an empty attachment has no range', async () => {
    const response = await ask(paths.empty, { range: 'bytes=0-0' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('If-Range with its entity tag is honoured, with any other it asks for the whole (RFC 9110 section 13.1.5)', async () => {
    const tag = (await ask(paths.small)).headers.get('etag')!;
    const range = 'bytes=0-0';
    expect((await ask(paths.small, { range, 'if-range': tag })).status).toBe(206);
    expect((await ask(paths.small, { range, 'if-range': '"other"' })).status).toBe(200);
  });

  it('HEAD tells the same of the whole, without the bytes (RFC 9110 sections 9.3.2, 14.2)', async () => {
    for (const path of [paths.small, paths.large]) {
      const [head, get] = [await ask(path, { range: 'bytes=0-0' }, 'HEAD'), await ask(path)];
      const named = ({ headers }: Response) =>
        ['content-length', 'content-type', 'accept-ranges', 'etag'].map((name) => headers.get(name));
      expect(head.status).toBe(200);
      expect(named(head)).toEqual(named(get));
      expect(await head.text()).toBe('');
      await get.arrayBuffer();
    }
  });

  it('with a risk they need quarantine:review (2.6)', async () => {
    const response = await ask(paths.risky, { range: 'bytes=0-0' });
    expect(response.status).toBe(403);
    expect((await response.json()).error).toMatchObject({
      code: 'permission_denied',
      details: { required: 'quarantine:review' },
    });
  });
});

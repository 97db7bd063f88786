import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Our own unsubscribe page (RFC 8058; issue 5) and attachments that became links (2.3 large_attachments, 4.2 links).

let product: MailProduct;
let agent: Mailbox;
const PUBLIC = 'https://mail.test.example';

beforeAll(async () => {
  product = await openMailProduct({ PM_PUBLIC_URL: PUBLIC });
  agent = await product.mailbox({ tenant: { policy: { large_attachments: 'link' } } });
});
afterAll(() => product?.close());

const good = { to: ['ada@outside.example'], subject: 'News', text: 'Hi.' };
const visit = (method: string, url: string) =>
  product.fetch(new Request(url.replace(PUBLIC, 'http://localhost:3000'), { method }));

async function linkOf(fields: Record<string, unknown>): Promise<string | null> {
  const { body } = await product.send(agent, { ...good, ...fields });
  const raw = await product.raw(agent, body.id);
  return headerOf(raw, 'List-Unsubscribe');
}

describe('unsubscribing', () => {
  it('by the page: looking changes nothing, the button suppresses, twice as once', async () => {
    const { body } = await product.send(agent, { ...good, to: ['out@outside.example'], unsubscribe: {} });
    const raw = await product.raw(agent, body.id);
    expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const url = /<([^>]+)>/.exec(headerOf(raw, 'List-Unsubscribe')!)![1]!;
    const page = await visit('GET', url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    expect(html).not.toContain('out@outside.example');
    expect((await product.send(agent, { ...good, to: ['out@outside.example'] })).body.status).toBe('queued');
    for (let time = 0; time < 2; time += 1) expect((await visit('POST', url)).status).toBe(200);
    const later = await product.send(agent, { ...good, to: ['out@outside.example'] });
    expect(later.body.deliveries).toMatchObject([{ status: 'suppressed', reason: 'unsubscribe' }]);
    const path = `/v1/tenants/${agent.tenantId}/suppressions?reason=unsubscribe`;
    expect((await product.call('GET', path)).body.data).toHaveLength(1);
    expect((await visit('DELETE', url)).status).toBe(405);
  });

  it('is not by a token that is made up, changed, or of another kind', async () => {
    const url = /<([^>]+)>/.exec((await linkOf({ unsubscribe: {} }))!)![1]!;
    for (const wrong of [`${PUBLIC}/unsubscribe/x`, `${url}x`, url.replace(/\.[^.]+$/, '.x')])
      for (const method of ['GET', 'POST']) expect((await visit(method, wrong)).status).toBe(404);
    const asFile = await visit('GET', url.replace('/unsubscribe/', '/v1/links/'));
    expect([asFile.status, (await asFile.json()).error.code]).toEqual([404, 'attachment_not_found']);
  });

  it('is ours only without a url of the caller’s, and for one recipient', async () => {
    expect(await linkOf({})).toBeNull();
    expect(await linkOf({ unsubscribe: { url: 'https://example.com/out' } })).toBe(
      '<https://example.com/out>',
    );
    const mailto = { mailto: 'out@example.com' };
    expect(await linkOf({ unsubscribe: mailto })).toMatch(
      /^<https:\/\/mail\.test\.example\/unsubscribe\/[\w.-]+>, <mailto:out@example\.com>$/,
    );
    const to = ['a@outside.example', 'b@outside.example'];
    expect(await linkOf({ to, unsubscribe: mailto })).toBe('<mailto:out@example.com>');
  });
});

describe('large attachments', () => {
  const file = (filename: string, megabytes: number, fill: number) => ({
    filename,
    content_type: 'application/pdf',
    content_base64: Buffer.alloc(megabytes * 1024 * 1024, fill).toString('base64'),
  });

  it('become links where the policy says so, the small ones travel', async () => {
    const attachments = [file('big.pdf', 4, 1), file('small.pdf', 0.01, 2)];
    const { status, body } = await product.send(agent, { ...good, attachments });
    expect([status, body.attachments.length]).toEqual([202, 2]);
    const raw = await product.raw(agent, body.id);
    expect(raw).toContain('filename=small.pdf');
    expect(raw).not.toContain('filename=big.pdf');
    const read = (await product.message(agent, body.id, '?include=quoted')).body.text as string;
    const url = /https:\/\/mail\.test\.example\/v1\/links\/\S+/.exec(read)![0];
    const answer = await visit('GET', url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename=big.pdf',
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.alloc(4 * 1024 * 1024, 1))).toBe(true);
    expect((await visit('GET', `${url}x`)).status).toBe(404);
  });

  it('are refused otherwise', async () => {
    const other = await product.mailbox();
    const refused = await product.send(other, { ...good, attachments: [file('big.pdf', 4, 1)] });
    expect([refused.status, refused.body.error.code]).toEqual([413, 'message_too_large']);
  });
});

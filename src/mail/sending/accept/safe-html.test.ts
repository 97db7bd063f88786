import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// `html` is sanitised wherever the API returns it (spec 2.4, 2.6); recipients get it as the sender wrote it.

let product: MailProduct;
let agent: Mailbox;

beforeAll(async () => {
  product = await openMailProduct();
  agent = await product.mailbox();
});
afterAll(() => product?.close());

const hostile =
  '<p style="color:red" onclick="steal()">Hello <b>Ada</b></p><script>steal()</script>' +
  '<img src="https://tracker.example/p.gif"><a href="javascript:steal()">x</a><form action="/x"></form>';
const dangerous = /script|onclick|<form|[^-]src="https/i;

async function readHtml(id: string): Promise<string> {
  const path = `/v1/identities/${agent.id}/messages/${id}?include=html`;
  return (await product.call('GET', path)).body.html;
}

describe('html of an outbound message', () => {
  it.each([
    ['small', hostile],
    ['large', hostile.repeat(600)],
  ])('is sanitised when it is %s, and sent as it was given', async (_, html) => {
    const sent = await product.send(agent, { to: ['ada@outside.example'], subject: 'Hi', html });
    expect(sent.status).toBe(202);
    const read = await readHtml(sent.body.id);
    expect(read).toContain('Hello <b>Ada</b>');
    expect(read).not.toMatch(dangerous);
    const raw = await product.raw(agent, sent.body.id);
    expect(raw.toString()).toContain('steal()');
  });
});

describe('html of a signature', () => {
  const path = () => `/v1/identities/${agent.id}`;
  const patch = (signature: object) => product.call('PATCH', path(), { body: { signature } });

  it('is sanitised when it is read, and sent as it was given', async () => {
    const changed = await patch({ text: 'Ada', html: hostile });
    const read = await product.call('GET', path());
    const list = await product.call('GET', `/v1/tenants/${agent.tenantId}/identities`);
    for (const html of [
      changed.body.signature.html,
      read.body.signature.html,
      list.body.data[0].signature.html,
    ]) {
      expect(html).toContain('Hello <b>Ada</b>');
      expect(html).not.toMatch(dangerous);
    }
    const sent = await product.send(agent, {
      to: ['ada@outside.example'],
      subject: 'Hi',
      html: '<p>Body</p>',
    });
    expect((await product.raw(agent, sent.body.id)).toString()).toContain('tracker.example');
    expect(await readHtml(sent.body.id)).not.toMatch(dangerous);
  });

  it('stays as it was given when a client sends back what it read', async () => {
    const { body } = await product.call('GET', path());
    await patch({ text: 'Ada Lovelace', html: body.signature.html });
    const sent = await product.send(agent, {
      to: ['ada@outside.example'],
      subject: 'Hi',
      html: '<p>Body</p>',
    });
    const raw = (await product.raw(agent, sent.body.id)).toString();
    expect(raw).toContain('Ada Lovelace');
    expect(raw.replaceAll('=\r\n', '')).toContain('onclick');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';

// Real kinds of mail, each a file of `content/mime/fixtures`, from the wire to the agent's view (issue 4, second
// paragraph). `content/mime/parse-message.test.ts` asserts the parser's results.

const folder = new URL('../../content/mime/fixtures/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));

let product: MailProduct;
let mailbox: Mailbox;
/** By the name of the file, which is in the envelope sender. */
const received = new Map<string, ApiAnswer['body']>();

beforeAll(async () => {
  product = await openMailProduct();
  // `quarantine.spam_threshold` is 1, because some of the fixtures look like spam.
  const tenant = {
    policy: { quarantine: { on_auth_fail: false, spam_threshold: 1, unsolicited_otp: false } },
  };
  mailbox = await product.mailbox({ tenant });
  for (const name of names) {
    const raw = readFileSync(new URL(name, folder), 'latin1');
    const marked = Buffer.from(`X-Fixture: ${name}\r\n${raw.replace(/\r?\n/g, '\r\n')}`, 'latin1');
    await product.handOverBytes(mailbox.address, marked);
  }
  const base = `/v1/identities/${mailbox.id}/messages`;
  const list = async () => {
    const data: ApiAnswer['body'][] = [];
    let cursor = '';
    do {
      const { body } = await product.call('GET', `${base}?limit=100${cursor && `&cursor=${cursor}`}`);
      data.push(...body.data);
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    return data;
  };
  const all = await product.eventually(list, (rows) => rows.length >= names.length && rows.every(isTriaged));
  for (const { id } of all) {
    const { body } = await product.call('GET', `${base}/${id}?include=headers,quoted,html`);
    const mark = body.headers?.find(([name]: [string, string]) => name === 'X-Fixture');
    received.set(String(mark?.[1]).replace('.eml', ''), body);
  }
});
afterAll(() => product?.close());

const isTriaged = ({ triage }: ApiAnswer['body']): boolean => triage.status !== 'pending';

describe('fixtures', () => {
  it('all arrive, each once, as normal mail whose raw bytes can be read', async () => {
    expect(received.size).toBe(names.length);
    for (const body of received.values())
      expect(body).toMatchObject({ kind: 'normal', direction: 'inbound' });
    expect(await product.raw(mailbox, received.get('tnef')!.id)).toContain('X-Fixture: tnef.eml');
  });

  it.each([
    ['tnef', { attachments: [{ content_type: 'application/ms-tnef' }] }],
    ['calendar', { refs: [{ kind: 'calendar_uid' }] }],
    ['format-flowed', { text: expect.any(String) }],
    ['filename-rfc2231', { attachments: [{ filename: '請求書 2025.pdf' }] }],
    ['smime-enveloped', { flags: expect.arrayContaining(['encrypted']) }],
    ['pgp-mime', { flags: expect.arrayContaining(['encrypted']) }],
    ['pgp-inline', { flags: expect.arrayContaining(['encrypted']) }],
    ['charset-iso-2022-jp', { subject: 'こんにちは' }],
    ['reply-gmail', { extracted_text: 'Tuesday works for me.' }],
    ['mailing-list', { trust: { automated: true } }],
    ['dsn-postfix', { trust: { automated: true }, triage: { category: 'bounce' } }],
    ['dsn-exchange', { trust: { automated: true }, triage: { category: 'bounce' } }],
    ['dsn-gmail', { trust: { automated: true }, triage: { category: 'bounce' } }],
    ['arf', { trust: { automated: true }, triage: { category: 'bounce' } }],
    ['vacation', { trust: { automated: true } }],
  ])('%s', (name, expected) => {
    expect(received.get(name)).toMatchObject(expected);
  });
});

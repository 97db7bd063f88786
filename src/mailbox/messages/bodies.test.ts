import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { packBodies, unpackBodies, unpackHeaders } from './bodies.ts';

// Stored text and HTML, packed and plain, and the text that an event reads from its message.

let product: MailProduct;
let mailbox: Mailbox;

const FACE = '😀';
const said = `Good morning ${FACE}, "you" asked about the order.\n${'The parcel left on Monday and comes on Friday. '.repeat(20)}`;
const quoted = `${said}\n\nOn Fri, Nov 20, 2026 at 9:00 AM Bob <bob@example.com> wrote:\n> Where is my order?`;
const html = (text: string): string => `<p>${text.replaceAll('\n', '<br>')}</p>`;

const raw = (subject: string, text: string): string => `From: grace@sender.example
To: ${mailbox.address}
Subject: ${subject}
List-Id: <${subject.toLowerCase().replace(/\W/g, '')}.sender.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=C

--C
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

${Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n')}
--C
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${Buffer.from(html(text)).toString('base64').replace(/.{76}/g, '$&\n')}
--C--
`;

async function receive(subject: string, text: string): Promise<string> {
  await product.handOver(mailbox.address, raw(subject, text));
  return (await product.arrived(mailbox, subject)).id;
}

const read = async (id: string) => {
  const path = `/v1/identities/${mailbox.id}/messages/${id}?include=html,quoted,headers`;
  const { extracted_text, text, html: shown, headers } = (await product.call('GET', path)).body;
  return { extracted_text, text, html: shown, headers };
};

const stored = async (id: string) =>
  (await product.services.db.first<{
    extracted_text: string;
    text: string | null;
    html: string | null;
    headers: [string, string][];
    packed: number | null;
  }>(sql`
    select extracted_text, headers, text, html, octet_length(packed) as packed from messages where id = ${id}`))!;

/** Writes a message's texts in the previous storage format. */
async function storeAsBefore(id: string): Promise<void> {
  const { extracted_text, packed, headers } = packBodies(await read(id), 1);
  await product.services.db.run(sql`
    update messages set extracted_text = ${extracted_text}, packed = decode(${packed}, 'base64'),
      headers = ${JSON.stringify(headers)}::jsonb
    where id = ${id}`);
}

beforeAll(async () => {
  product = await openMailProduct();
  mailbox = await product.mailbox();
});
afterAll(() => product.close());

describe('text and html', () => {
  it('are stored packed, in less than a quarter, and read as they came', async () => {
    const id = await receive('Packed', quoted);
    const found = await stored(id);
    expect([found.text, found.html]).toEqual([null, null]);
    expect(found.packed).toBeLessThan((quoted.length + html(quoted).length) / 4);
    expect([...found.extracted_text]).toHaveLength(240);
    expect(quoted.startsWith(found.extracted_text)).toBe(true);
    const { extracted_text, text, html: shown } = await read(id);
    expect(extracted_text).not.toContain('Where is my order?');
    expect(text).toContain('> Where is my order?');
    expect(shown).toContain('Where is my order?');
    expect(found.headers).toEqual([['List-Id', '<packed.sender.example>']]);
    const { headers } = await read(id);
    expect(headers).toContainEqual(['Subject', 'Packed']);
    expect(headers).toContainEqual(['List-Id', '<packed.sender.example>']);
    const path = `/v1/identities/${mailbox.id}/messages/${id}?include=headers`;
    expect((await product.call('GET', path)).body.headers).toEqual(headers);
    expect(text.startsWith(extracted_text.trim())).toBe(true);
  });

  it('of the storage format before are packed beside the extracted text, and read the same', async () => {
    const id = await receive('Beside', quoted);
    const before = await read(id);
    await storeAsBefore(id);
    expect((await stored(id)).extracted_text).toBe(before.extracted_text);
    expect(await read(id)).toEqual(before);
    const list = `/v1/identities/${mailbox.id}/messages?limit=1`;
    expect((await product.call('GET', list)).body.data[0].extracted_text).toBe(before.extracted_text);
  });

  it('are whole in lists, threads and hits of searches', async () => {
    const id = await receive('Everywhere', `${said} ${'And the last word is zanzibar. '.repeat(20)}`);
    const { extracted_text } = await read(id);
    const path = `/v1/identities/${mailbox.id}`;
    const [listed] = (await product.call('GET', `${path}/messages?limit=1`)).body.data;
    expect(listed.extracted_text).toBe(extracted_text);
    const thread = (await product.call('GET', `${path}/threads/${listed.thread_id}`)).body;
    expect(thread.messages.at(-1).extracted_text).toBe(extracted_text);
    await expect
      .poll(async () => {
        const body = { q: 'zanzibar', mode: 'keyword' };
        return (await product.call('POST', `${path}/search`, { body })).body.hits[0]?.snippet;
      })
      .toContain('<mark>zanzibar</mark>');
  });

  it.each(['', 'a', 'é😀'.repeat(400), 'x'.repeat(300_000)])('come back as they were (%#)', (text) => {
    for (const format of [1, 2]) {
      const message = {
        extracted_text: text,
        text: `${text}>`,
        html: text === '' ? null : `<p>${text}</p>`,
      };
      const headers: [string, string][] = [['Subject', text]];
      const row = packBodies({ ...message, headers }, format);
      expect(unpackBodies(row)).toEqual(message);
      expect(unpackHeaders(row)).toEqual(headers);
    }
  });

  it('are refused where they are damaged', () => {
    const { packed, ...row } = packBodies({ extracted_text: said, text: quoted, html: null, headers: [] }, 2);
    const bytes = Buffer.from(packed!, 'base64');
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    expect(() => unpackBodies({ ...row, packed: bytes.toString('base64') })).toThrow();
  });

  it('of rows from before are plain, and read the same', async () => {
    const id = await receive('Plain', quoted);
    const before = await read(id);
    await product.services.db.run(sql`
      update messages set extracted_text = ${before.extracted_text}, text = ${before.text}, html = ${before.html}, packed = null,
        headers = ${JSON.stringify(before.headers)}::jsonb
      where id = ${id}`);
    expect(await read(id)).toEqual(before);
  });

  it('of more than 256 KiB stay plain', async () => {
    const id = await receive('Large', `Begin ${'A long letter with many words in it. '.repeat(8_000)} end`);
    const found = await stored(id);
    expect(found.packed).toBeNull();
    expect(found.html).toContain('A long letter');
    expect((await read(id)).html).toContain('end');
  });
});

describe('the text of message.received', () => {
  const event = async (id: string) => {
    const path = `/v1/identities/${mailbox.id}/events?types=message.received&limit=100`;
    const { data } = (await product.call('GET', path)).body as {
      data: {
        data: { message: { id: string }; extracted_text: string; extracted_text_truncated: boolean };
      }[];
    };
    return data.find((one) => one.data.message.id === id)!.data;
  };
  const column = async (id: string) =>
    (await product.services.db.first<{ data: string; text_length: number | null }>(sql`
      select data::text as data, text_length from events
      where type = 'message.received' and data->'message'->>'id' = ${id}`))!;

  it('is that of the message, and not stored a second time', async () => {
    const id = await receive('"extracted_text":""', said);
    const { extracted_text } = await read(id);
    expect(await event(id)).toMatchObject({ extracted_text, extracted_text_truncated: false });
    expect((await column(id)).data).not.toContain('Good morning');
    expect((await event(id)).message).toMatchObject({ subject: '"extracted_text":""' });
  });

  it('ends where the policy says, between characters', async () => {
    const tenant = `/v1/tenants/${mailbox.tenantId}`;
    await product.call('PATCH', tenant, { body: { policy: { webhook_text_bytes: 17 } } });
    const id = await receive('Cut', said);
    expect(await event(id)).toMatchObject({
      extracted_text: `Good morning ${FACE}`,
      extracted_text_truncated: true,
    });
    await product.call('PATCH', tenant, { body: { policy: { webhook_text_bytes: null } } });
  });

  it('is read from messages of the storage format before', async () => {
    const id = await receive('Event before', said);
    const before = await event(id);
    await storeAsBefore(id);
    expect(await event(id)).toEqual(before);
  });

  it('of events from before is their own', async () => {
    const id = await receive('Before', said);
    await product.services.db.run(sql`
      update events set text_length = null,
        data = jsonb_set(data::jsonb, '{extracted_text}', '"Its own."')::json
      where type = 'message.received' and data->'message'->>'id' = ${id}`);
    expect(await event(id)).toMatchObject({ extracted_text: 'Its own.' });
  });
});

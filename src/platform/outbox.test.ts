import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { stageBlob } from '#kernel/data/blobs.ts';
import { sql } from '#kernel/data/database.ts';
import { captureStore } from '#mail/sending/index.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';

// The outbox of the capture driver, and the health of each component, over HTTP (issue 9, Platform; spec 4.13).

let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const capture = (messageId: string, raw: string) =>
  captureStore(product.services.db, product.services.blobs)(
    { from: 'noreply@mail.localhost', to: ['ada@example.com'] },
    Buffer.from(raw.replaceAll('\n', '\r\n')),
    { messageId },
  );

const list = async (query = '') => (await product.call('GET', `/v1/platform/outbox${query}`)).body;
const audited = async (action: string) =>
  (await product.call('GET', `/v1/audit-events?action=${action}`)).body.data as unknown[];

const html = `From: Billing <billing@mail.localhost>
To: ada@example.com
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
Content-Type: text/html; charset=utf-8

<p onclick="x()" style="color: #0b6b50">Hello <script>run()</script><img src="https://evil.example/x.png"></p>
`;

describe('the outbox', () => {
  it('lists captured mail newest first, with subjects, and pages', async () => {
    await capture('<1@mail.localhost>', html);
    await capture('<2@mail.localhost>', 'Subject: Second\n\nTwo\n');
    const { data } = await list();
    expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(['Second', 'Grüße']);
    expect(data[1]).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      rfc_message_id: '<1@mail.localhost>',
      envelope_from: 'noreply@mail.localhost',
      envelope_to: ['ada@example.com'],
      subject: 'Grüße',
      size: Buffer.byteLength(html.replaceAll('\n', '\r\n')),
      created_at: expect.any(String),
    });
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([first.data[0].subject, second.data[0].subject, second.next_cursor]).toEqual([
      'Second',
      'Grüße',
      null,
    ]);
    expect(await audited('outbox.list')).not.toHaveLength(0);
  });

  it('opens a mail: its source as it was, and html that runs and loads nothing', async () => {
    const id = (await list()).data[1].id;
    const { status, body } = await product.call('GET', `/v1/platform/outbox/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, from: 'billing@mail.localhost', attachments: [], truncated: false });
    expect(body.source).toBe(html.replaceAll('\n', '\r\n'));
    expect(body.html).toContain('Hello');
    expect(body.html).toMatch(/style="color:\s*#0b6b50/);
    expect(body.html).not.toMatch(/script|onclick| src=/);
    expect(await audited('outbox.read')).toMatchObject([{ target_id: id }]);
  });

  it('shows the beginning of a mail that lies in blob storage', async () => {
    await capture('<3@mail.localhost>', `Subject: Long\n\n${'line\n'.repeat(120_000)}`);
    const [mail] = (await list('?limit=1')).data;
    expect(mail).toMatchObject({ subject: 'Long' });
    const { body } = await product.call('GET', `/v1/platform/outbox/${mail.id}`);
    expect([body.truncated, body.source.length]).toEqual([true, 256 * 1024]);
  });

  it('holds the mail that signs somebody in', async () => {
    await product.call('POST', '/v1/tenants', {
      body: { slug: 'acme', name: 'Acme', owner: { email: 'grace@example.com', name: 'Grace' } },
    });
    const sent = await product.eventually(
      async () => (await list()).data[0],
      ({ envelope_to }) => envelope_to[0] === 'grace@example.com',
    );
    const { body } = await product.call('GET', `/v1/platform/outbox/${sent.id}`);
    expect(body.text).toMatch(/\/console\/sign-in\?token=[\w-]+/);
  });

  it('knows no other mail', async () => {
    const blob = await stageBlob(product.services, Buffer.from('x'));
    for (const id of [newUlid(), blob.id, 'nonsense', '%00']) {
      const { status, body } = await product.call('GET', `/v1/platform/outbox/${id}`);
      expect([status, body.error.code], id).toEqual([404, 'message_not_found']);
    }
  });
});

describe('health', () => {
  const health = async () => {
    const { status, body } = await product.call('GET', '/v1/platform/health');
    expect(status).toBe(200);
    return Object.fromEntries(
      body.components.map((each: { name: string; status: string; detail: string }) => [each.name, each]),
    );
  };

  it('tells of every component, and what this deployment does not use', async () => {
    const components = await health();
    for (const name of ['database', 'blob_storage', 'incoming_mail', 'jobs', 'webhooks', 'search_index']) {
      expect(components[name], name).toMatchObject({ status: 'ok', ms: expect.any(Number) });
    }
    expect(components.jobs.detail).toMatch(/^Workers: 1\./);
    expect(components.outgoing_mail.detail).toMatch(/^Mail is captured/);
    expect(components.model.status).toBe('off');
    // With PM_SMTP_PORT=0, the configuration does not know the port of the test's listener.
    expect(components.smtp_listener.status).toBe('off');
    expect(await audited('health.read')).not.toHaveLength(0);
  });

  it('says what waits too long, and what fails', async () => {
    await product.services.db.run(sql`
      insert into inbound_receipts (id, source, envelope_from, recipients, helo_name, remote_address, raw_id, content_hash,
                                    received_at, run_at)
      values (${newUlid()}, 'smtp', 'a@example.com', '{nobody@mail.localhost}', 'h', '192.0.2.1', ${newUlid()}, '\\x00',
              now() - interval '5 minutes', now() + interval '1 hour')`);
    product.services.blobs.put = async () => {
      throw new Error('the disk is full');
    };
    const components = await health();
    expect(components.incoming_mail).toMatchObject({ status: 'degraded' });
    expect(components.incoming_mail.detail).toMatch(/^1 received, the oldest for 30\d s\.$/);
    expect(components.blob_storage).toMatchObject({ status: 'down' });
  });
});

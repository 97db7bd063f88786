import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from '#testing/api.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';

// Keyword search (spec 2.8, 4.7; decisions.md section 4), from a client's point of view.

let product: SearchProduct;
let mailbox: Mailbox;
let other: Mailbox;

type Json = ApiAnswer['body'];

const search = (body: Json, to = mailbox): Promise<ApiAnswer> =>
  product.call('POST', `/v1/identities/${to.id}/search`, { body: { mode: 'keyword', ...body } });
const subjects = ({ body }: ApiAnswer): string[] => body.hits.map(({ subject }: Json) => subject).sort();
const found = async (q: string, more: Json = {}): Promise<string[]> => subjects(await search({ q, ...more }));
const errorOf = ({ status, body }: ApiAnswer) => [status, body.error?.code, body.error?.details];

const indexed = () => product.indexed();

const mail = (subject: string, text: string, fields: Record<string, string> = {}): string =>
  mailTo(mailbox.address, subject, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...fields,
  }).replace(/\n\n[\s\S]*$/, `\n\n${text}\n`);

const withAttachment = (subject: string, filename: string, type: string, content: string): string =>
  mail(
    subject,
    [
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'See the file.',
      '--b',
      `Content-Type: ${type}; name="${filename}"`,
      `Content-Disposition: attachment; filename="${filename}"`,
      '',
      content,
      '--b--',
    ].join('\n'),
    { 'Content-Type': 'multipart/mixed; boundary=b', 'MIME-Version': '1.0' },
  );

beforeAll(async () => {
  product = await openSearchProduct();
  mailbox = await product.mailbox({ tenant: { timezone: 'Asia/Tokyo' } });
  other = await product.mailbox({ tenantId: mailbox.tenantId });
  const mails = [
    mail(
      'Invoice March',
      'Please find the running invoices attached to this letter. They were paid by Café Zürich.',
    ),
    mail('Meeting tomorrow', 'The board meets tomorrow at noon. The running order follows.', {
      From: 'Ann Lee <ann.lee@mail.acme.example>',
      Cc: 'Bob <bob@partner.example>',
    }),
    mail(
      'Rechnung',
      'Sehr geehrte Damen und Herren, die Rechnungen für die Häuser sind noch nicht bezahlt worden.',
    ),
    mail('会議のお知らせ', '明日の会議は東京駅の近くで行います。よろしくお願いします。'),
    mail('Newsletter', 'Unsubscribe any time. Visit https://news.example/today for the whole story.', {
      'List-Id': '<news.example>',
      Precedence: 'bulk',
    }),
    withAttachment('Report', 'quarter-report.csv', 'text/csv', 'region,revenue\nnorth,platypus\n'),
    mail('<script>alert(1)</script> & more', 'The <b>bold</b> & "quoted" zebra walks.'),
  ];
  for (const raw of mails) await product.handOver(mailbox.address, raw);
  await product.handOver(other.address, mail('Foreign invoice', 'Another mailbox has an invoice too.'));
  await product.arrived(mailbox, '<script>alert(1)</script> & more');
  await product.arrived(other, 'Foreign invoice');
  await product.eventually(
    () => product.services.db.first<{ n: number }>(sql`select count(*)::int as n from search_pages`),
    (row) => row!.n > 0,
  );
  await indexed();
});
afterAll(() => product.close());

describe('words', () => {
  it.each([
    ['invoice', ['Invoice March']],
    ['INVOICES', ['Invoice March']],
    ['run', ['Invoice March', 'Meeting tomorrow']],
    ['cafe zurich', ['Invoice March']],
    ['Rechnung', ['Rechnung']],
    ['hauser', ['Rechnung']],
    [
      'the',
      ['<script>alert(1)</script> & more', 'Invoice March', 'Meeting tomorrow', 'Newsletter', 'Report'],
    ],
    ['会議', ['会議のお知らせ']],
    ['東京', ['会議のお知らせ']],
    ['京東', []],
    ['platypus', ['Report']],
    ['ann', ['Meeting tomorrow']],
    ['"running order"', ['Meeting tomorrow']],
    ['"order running"', []],
    ['invo*', ['Invoice March']],
    ['runni*', ['Invoice March', 'Meeting tomorrow']],
    ['invoice OR zebra', ['<script>alert(1)</script> & more', 'Invoice March']],
    ['running -invoice', ['Meeting tomorrow']],
    ['running NOT (tomorrow OR zebra)', ['Invoice March']],
    ['running (zebra OR noon)', ['Meeting tomorrow']],
    ['nothing-like-this', []],
    ['!!!', 7],
    ['-"!!!"', 7],
  ])('%s', async (q, expected) => {
    const answer = await found(q);
    if (typeof expected === 'number') expect(answer).toHaveLength(expected);
    else expect(answer).toEqual(expected.sort());
  });
});

describe('operators', () => {
  it.each([
    ['from:acme', ['Meeting tomorrow']],
    ['from:ann.lee@mail.acme.example', ['Meeting tomorrow']],
    ['from:acme.example', ['Meeting tomorrow']],
    ['from:@mail.acme.example', ['Meeting tomorrow']],
    ['from:"lee ann"', ['Meeting tomorrow']],
    ['from:bob', []],
    ['cc:bob', ['Meeting tomorrow']],
    ['participant:(bob OR nobody)', ['Meeting tomorrow']],
    ['subject:invoice', ['Invoice March']],
    ['body:invoice', ['Invoice March']],
    ['body:rechnung', ['Rechnung']],
    ['subject:zebra', []],
    ['filename:quarter', ['Report']],
    ['filename:quarter-report.csv', ['Report']],
    ['has:attachment', ['Report']],
    ['has:link', ['Newsletter']],
    ['type:text', ['Report']],
    ['type:pdf', []],
    ['is:automated', ['Newsletter']],
    ['is:unread', 7],
    ['is:sent', []],
    ['is:quarantined', []],
    ['lang:de', ['Rechnung']],
    ['newer_than:1h', []],
    ['older_than:1h', 7],
    ['before:2026-11-21', 7],
    ['after:2026-11-21', []],
    ['received_before:2026-11-20', []],
    ['received_after:2026-11-21', 7],
    ['after:2020-01-01 before:2020-01-02', []],
    ['larger:10m', []],
    ['smaller:1m', 7],
    ['-from:acme.example -is:automated invoice', ['Invoice March']],
    ['needs_reply:<=1', 7],
    ['', 7],
  ])('%s', async (q, expected) => {
    const answer = await found(q);
    if (typeof expected === 'number') expect(answer).toHaveLength(expected);
    else expect(answer).toEqual(expected.sort());
  });

  it('read days in the tenant’s time zone', async () => {
    const now = new Date();
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(now);
    expect(await found(`received_on:${day} invoice`)).toEqual(['Invoice March']);
    expect(await found(`received_before:${day} invoice`)).toEqual([]);
    // Its own date is 10:00 UTC, which is 19:00 in Tokyo.
    expect(await found('on:2026-11-20 invoice')).toEqual(['Invoice March']);
    expect(await found('before:2026-11-20T19:00 invoice')).toEqual([]);
    expect(await found('before:2026-11-20T19:01 invoice')).toEqual(['Invoice March']);
  });

  it('see labels and what was read as soon as it is indexed', async () => {
    const [hit] = (await search({ q: 'zebra' })).body.hits;
    await product.call('PATCH', `/v1/identities/${mailbox.id}/messages/${hit.message_id}`, {
      body: { labels_add: ['Über wichtig'], read: true },
    });
    await indexed();
    expect(await found('label:"uber wichtig"')).toHaveLength(1);
    expect(await found('zebra is:read')).toHaveLength(1);
    expect(await found('', { filters: { labels: ['Über wichtig'] } })).toHaveLength(1);
  });
});

describe('answers', () => {
  it('have the fields of a hit, with snippet and reasons', async () => {
    const { body } = await search({ q: 'invoices from:grace', snippet_chars: 60 });
    expect(body.query).toMatchObject({ mode: 'keyword', parsed: { kind: 'and' } });
    expect(body).toMatchObject({
      next_cursor: null,
      truncated: false,
      degraded: false,
      semantic_coverage: 0,
    });
    expect(body.as_of).toMatch(/Z$/);
    const [hit] = body.hits;
    expect(hit).toMatchObject({
      identity_id: mailbox.id,
      direction: 'inbound',
      subject: 'Invoice March',
      from: { address: 'grace@sender.example', name: 'Grace' },
      attachment_hits: [],
      trust: { verdict: 'unverified', quarantined: false },
    });
    expect(hit.message_id).toMatch(/^msg_/);
    expect(hit.snippet).toContain('<mark>invoices</mark>');
    expect(hit.snippet.replace(/<\/?mark>/g, '').length).toBeLessThan(70);
    expect(hit.why).toEqual(['subject: invoice', 'body: invoices', 'from: grace']);
  });

  it('mark safely: the only tags are marks', async () => {
    const [hit] = (await search({ q: 'zebra bold' })).body.hits;
    expect(hit.snippet).toBe(
      'The &lt;b&gt;<mark>bold</mark>&lt;/b&gt; &amp; &quot;quoted&quot; <mark>zebra</mark> walks.',
    );
  });

  it('tell the page of an attachment', async () => {
    const [hit] = (await search({ q: 'platypus' })).body.hits;
    expect(hit.attachment_hits).toEqual([
      { attachment_id: expect.stringMatching(/^att_/), filename: 'quarter-report.csv', page: 1 },
    ]);
    expect(hit.why).toContain('attachment: quarter-report.csv, page 1');
  });

  it('page through with a cursor, and new mail does not move the pages', async () => {
    const first = (await search({ q: '', limit: 3 })).body;
    await product.handOver(mailbox.address, mail('Late arrival', 'It came between two pages.'));
    await product.arrived(mailbox, 'Late arrival');
    await indexed();
    const second = (await search({ q: '', limit: 3, cursor: first.next_cursor })).body;
    const third = (await search({ q: '', limit: 3, cursor: second.next_cursor })).body;
    const all = [...first.hits, ...second.hits, ...third.hits].map(({ subject }: Json) => subject);
    expect(all).toHaveLength(7);
    expect(new Set(all).size).toBe(7);
    expect(all).not.toContain('Late arrival');
    expect(third.next_cursor).toBeNull();
    expect(second.facets).toBeNull();
  });

  it('refuse the cursor of another search', async () => {
    const { next_cursor } = (await search({ q: '', limit: 3 })).body;
    const answer = await search({ q: 'zebra', limit: 3, cursor: next_cursor });
    expect(answer.status).toBe(400);
  });

  it('count facets on the first page', async () => {
    const { facets } = (await search({ q: 'running' })).body;
    expect(Object.keys(facets).sort()).toEqual(
      ['attachment_type', 'category', 'label', 'month', 'sender', 'sender_domain'].sort(),
    );
    expect(facets.sender).toEqual([
      { value: 'ann.lee@mail.acme.example', count: 1 },
      { value: 'grace@sender.example', count: 1 },
    ]);
    expect(facets.month).toHaveLength(1);
    expect((await search({ q: 'running', facets: false })).body.facets).toBeNull();
  });

  it('group by thread', async () => {
    const { body } = await search({ q: 'noon', group_by: 'thread' });
    expect(body.hits[0]).toMatchObject({
      subject: 'Meeting tomorrow',
      message_count: 1,
      top_message_id: expect.stringMatching(/^msg_/),
      last_at: expect.any(String),
    });
    expect(body.hits[0].participants.length).toBeGreaterThan(1);
  });

  it('rank a match in the subject before one in the text', async () => {
    await product.handOver(mailbox.address, mail('Notes', 'Somewhere in here a giraffe is named once.'));
    await product.handOver(
      mailbox.address,
      mail('Giraffe', 'Somewhere in here nothing of the kind is named.'),
    );
    await product.handOver(
      mailbox.address,
      mail('More notes', 'Somewhere in here a giraffe is named again.'),
    );
    await product.arrived(mailbox, 'More notes');
    await indexed();
    const { body } = await search({ q: 'giraffe' });
    expect(body.hits[0].subject).toBe('Giraffe');
    expect(body.hits).toHaveLength(3);
  });
});

describe('who may', () => {
  it('gets errors with position and expectation', async () => {
    const answer = await search({ q: 'a colour:red' });
    expect(errorOf(answer)).toEqual([
      400,
      'invalid_query',
      { position: 2, expected: expect.stringContaining('from:') },
    ]);
  });

  it('searches degraded without embeddings, or not at all when the mode is required', async () => {
    const hybrid = (await search({ q: 'zebra', mode: 'hybrid' })).body;
    expect(hybrid).toMatchObject({ degraded: true, query: { mode: 'keyword' } });
    expect(hybrid.hits).toHaveLength(1);
    expect(errorOf(await search({ q: 'zebra', mode: 'semantic', require_mode: true })).slice(0, 2)).toEqual([
      503,
      'search_degraded',
    ]);
  });

  it('finds quarantined mail only as a reviewer who asks for it', async () => {
    const strict = await product.mailbox({ tenant: { policy: {} } });
    await product.handOver(strict.address, mailTo(strict.address, 'Suspicious'));
    await product.eventually(
      () => search({ q: 'suspicious', include_quarantined: true }, strict),
      ({ body }) => body.hits.length === 1,
    );
    expect((await search({ q: 'suspicious' }, strict)).body.hits).toEqual([]);
    const [hit] = (await search({ q: 'is:quarantined', include_quarantined: true }, strict)).body.hits;
    expect(hit.trust.quarantined).toBe(true);
    const { body: key } = await product.call('POST', '/v1/keys', {
      body: { name: 'k', level: 'identity', identity_id: strict.id, permissions: ['search:read'] },
    });
    const refused = await product.call('POST', `/v1/identities/${strict.id}/search`, {
      key: key.secret,
      body: { q: '', include_quarantined: true },
    });
    expect(errorOf(refused)).toEqual([403, 'permission_denied', { required: ['quarantine:review'] }]);
  });
});

describe('a tenant’s search', () => {
  const searchTenant = (body: Json): Promise<ApiAnswer> =>
    product.call('POST', `/v1/tenants/${mailbox.tenantId}/search`, { body: { mode: 'keyword', ...body } });

  it('merges its mailboxes, sums facets and names who answered', async () => {
    const { body } = await searchTenant({ q: 'invoice' });
    expect(body).toMatchObject({ partial: false, failed_identities: [] });
    expect(body.hits.map(({ identity_id }: Json) => identity_id).sort()).toEqual(
      [mailbox.id, other.id].sort(),
    );
    expect(body.facets.sender).toEqual([{ value: 'grace@sender.example', count: 2 }]);
  });

  it('pages through all of them', async () => {
    const first = (await searchTenant({ q: 'invoice', limit: 1 })).body;
    const second = (await searchTenant({ q: 'invoice', limit: 1, cursor: first.next_cursor })).body;
    expect(second.hits[0].message_id).not.toBe(first.hits[0].message_id);
    expect(second.next_cursor).toBeNull();
  });

  it('can be limited to some', async () => {
    const { body } = await searchTenant({ q: 'invoice', identity_ids: [other.id] });
    expect(subjects({ body } as ApiAnswer)).toEqual(['Foreign invoice']);
    const foreign = await product.mailbox();
    expect(errorOf(await searchTenant({ q: '', identity_ids: [foreign.id] })).slice(0, 2)).toEqual([
      404,
      'identity_not_found',
    ]);
  });
});

it.each(['%', '_', '*', '%@%', '\\', '"%%"'])(
  'takes the value %s of an operator literally',
  async (value) => {
    const names = ['from', 'to', 'cc', 'participant', 'subject', 'body', 'filename', 'label'];
    expect(await found(names.map((name) => `${name}:${value}`).join(' OR '))).toEqual([]);
  },
);

it('what is erased is not found', async () => {
  await product.services.db.run(
    sql`delete from messages where identity_id = ${mailbox.id} and subject = 'Newsletter'`,
  );
  expect(await found('subject:newsletter')).toEqual([]);
  const row = await product.services.db.first(sql`
    select 1 from search_documents d where not exists (select from messages m where m.id = d.message_id)`);
  expect(row).toBeNull();
});

import PostalMime, { decodeWords } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { type ComposeInput, composeMessage, serviceHeaderNames } from './compose.ts';
import { CompositionError } from './composition-error.ts';

const plain: ComposeInput = {
  messageId: '<01J@mail.example>',
  date: new Date('2026-01-02T03:04:05Z'),
  from: { address: 'agent@mail.example', name: 'Agent Smith' },
  to: [{ address: 'a@example.com', name: 'Ada' }],
  cc: [],
  bcc: [],
  replyTo: 'agent+tok@mail.example',
  subject: 'Hello',
  text: 'Hi Ada,\nall is well.',
  html: null,
  inReplyTo: null,
  references: [],
  headers: {},
  attachments: [],
  signature: null,
  disclosure: null,
};

const compose = (changes: Partial<ComposeInput> = {}) => composeMessage({ ...plain, ...changes });
const parse = (raw: Uint8Array) => PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
const composeAndParse = async (changes: Partial<ComposeInput> = {}) => {
  const message = await compose(changes);
  assertWireSafe(message.raw);
  return { message, email: await parse(message.raw), wire: Buffer.from(message.raw).toString('latin1') };
};
const header = (email: Awaited<ReturnType<typeof parse>>, name: string) =>
  email.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => decodeWords(value));

/** CRLF only, seven-bit, no NUL, lines of at most 998 octets, no blank line inside the header block. */
const assertWireSafe = (raw: Uint8Array): void => {
  const wire = Buffer.from(raw).toString('latin1');
  expect(/[^\t\r\n -~]/.exec(wire)).toBeNull();
  expect(/\r(?!\n)|(?<!\r)\n/.exec(wire)).toBeNull();
  expect(Math.max(...wire.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
  const headerBlock = wire.slice(0, wire.indexOf('\r\n\r\n'));
  for (const line of headerBlock.split('\r\n')) expect(line).toMatch(/^(?:[!-9;-~]+:|[ \t]+\S)/);
};

describe('composeMessage', () => {
  it('writes the headers of a plain message, and no others', async () => {
    const { message, email, wire } = await composeAndParse();
    expect(email.from).toMatchObject({ address: 'agent@mail.example', name: 'Agent Smith' });
    expect(email.to).toMatchObject([{ address: 'a@example.com', name: 'Ada' }]);
    expect(email.replyTo).toMatchObject([{ address: 'agent+tok@mail.example', name: 'Agent Smith' }]);
    expect(email).toMatchObject({
      subject: 'Hello',
      messageId: '<01J@mail.example>',
      date: '2026-01-02T03:04:05.000Z',
    });
    expect(email.text?.trim()).toBe('Hi Ada,\nall is well.');
    const names = email.headers.map(({ key }) => key).sort();
    expect(names).toEqual(
      serviceHeaderNames(plain)
        .map((name) => name.toLowerCase())
        .sort(),
    );
    expect(wire).not.toMatch(/^X-Mailer/im);
    expect(message).toMatchObject({ size: message.raw.length, messageId: '<01J@mail.example>', html: null });
  });

  it('is reproducible, and has other boundaries for another content', async () => {
    const changes: Partial<ComposeInput> = { html: '<p>hi</p>', attachments: [attachment({})] };
    const [one, two] = [await compose(changes), await compose(changes)];
    expect(Buffer.from(one.raw).equals(two.raw)).toBe(true);
    const boundary = /boundary="([^"]+)"/.exec(Buffer.from(one.raw).toString())?.[1] ?? '';
    expect(boundary).not.toBe('');
    // The author of a reply has seen our boundary; quoting it must not end the part around the quotation.
    const text = `--${boundary}\nContent-Type: text/html\n\ninjected`;
    const quoting = await composeAndParse({ ...changes, text });
    expect(quoting.email.text?.trim()).toBe(text);
    expect(quoting.email.html).not.toContain('injected');
    expect(quoting.email.attachments).toHaveLength(1);
  });

  it('never writes Bcc', async () => {
    const bcc = [{ address: 'secret@example.org', name: 'Secret' }];
    const { wire } = await composeAndParse({ bcc });
    expect(wire.toLowerCase()).not.toContain('secret');
    const alone = await composeAndParse({ to: [], bcc });
    expect(alone.wire.toLowerCase()).not.toContain('secret@');
    expect(alone.wire).toContain('To: Undisclosed recipients:;');
  });

  it('encodes names, subject and IDN domains', async () => {
    const { email } = await composeAndParse({
      from: { address: 'agent@exämple.org', name: 'Jörg "J" Öztürk, 日本語 😀' },
      to: Array.from({ length: 49 }, (_, index) => ({
        address: `r${index}@example.com`,
        name: `Ünï ${index}`,
      })),
      subject: 'Grüße 日本語 😀 '.repeat(40).trim(),
    });
    expect(email.from).toMatchObject({
      address: 'agent@xn--exmple-cua.org',
      name: 'Jörg "J" Öztürk, 日本語 😀',
    });
    expect(email.to).toHaveLength(49);
    expect(email.to?.[48]).toMatchObject({ address: 'r48@example.com', name: 'Ünï 48' });
    expect(email.subject).toBe('Grüße 日本語 😀 '.repeat(40).trim());
  });

  it('bounds References and drops malformed ids', async () => {
    const references = ['<bad id@x>', ...Array.from({ length: 30 }, (_, index) => `${index}@x`)];
    const { email } = await composeAndParse({ inReplyTo: '29@x', references });
    expect(email.inReplyTo).toBe('<29@x>');
    const ids = email.references?.split(/\s+/) ?? [];
    expect(ids).toHaveLength(20);
    expect([ids[0], ids[1], ids[19]]).toEqual(['<0@x>', '<11@x>', '<29@x>']);
  });

  it('marks automatic and generated mail, and tells how to unsubscribe', async () => {
    const { email } = await composeAndParse({
      autoSubmitted: true,
      disclosure: { text: 'Written by an AI.' },
      listUnsubscribe: {
        url: 'https://mail.example/u?t=a b<c>',
        mailto: 'leave@mail.example?subject=unsubscribe',
      },
    });
    expect(header(email, 'Auto-Submitted')).toEqual(['auto-replied']);
    expect(header(email, 'X-AI-Generated')).toEqual(['true']);
    expect(header(email, 'List-Unsubscribe')).toEqual([
      '<https://mail.example/u?t=a%20b%3Cc%3E>, <mailto:leave@mail.example?subject=unsubscribe>',
    ]);
    expect(header(email, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(email.headers.length).toBeGreaterThan(0);
    const insecure = await composeAndParse({
      listUnsubscribe: { url: 'http://mail.example/u', mailto: null },
    });
    expect(header(insecure.email, 'List-Unsubscribe-Post')).toEqual([]);
  });

  it('keeps custom headers whatever their length, as they were written', async () => {
    const headers = {
      'X-Ticket-ID': '42',
      'X-Long': 'v'.repeat(2048),
      'X-Blanks': `a${' '.repeat(500)}b`,
      'X-Text': 'Zoë =?utf-8?Q?=0ABcc:_x@y.z?=',
      Importance: 'high',
    };
    const { email, wire } = await composeAndParse({ headers });
    for (const [name, value] of Object.entries(headers)) expect(header(email, name)).toEqual([value]);
    expect(wire).toMatch(/^X-Ticket-ID: 42\r$/m);
  });
});

describe('bodies', () => {
  it('derives text from HTML, before the appendices', async () => {
    const { message, email } = await composeAndParse({
      text: null,
      html: '<html><head><title>t</title><style>p{}</style></head><body><h1>Offer</h1><p>See <a href="https://x.example/o">this</a> &amp; that<br>now</p><ul><li>one</li><li>two</li></ul><script>alert(1)</script><img src="cid:x" alt="pic"><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table></body></html>',
      signature: { text: 'Agent\nAcme', html: null },
      disclosure: { text: 'Written by an <AI>.' },
    });
    expect(message.text).toBe(
      'Offer\n\nSee this [https://x.example/o] & that\nnow\n\n * one\n * two\n\na b\nc\n\n-- \nAgent\nAcme\n\nWritten by an <AI>.',
    );
    expect(email.text?.trim()).toBe(message.text);
    expect(message.html).toMatch(
      /<\/table>\s*<div><br>-- <br>\s*Agent<br>\s*Acme<\/div>\s*<p>Written by an &lt;AI&gt;\.<\/p>\s*<\/body><\/html>$/,
    );
    expect(email.html?.replaceAll('\r\n', '\n').trim()).toBe(message.html);
  });

  it('appends to HTML without a body element, and prefers the HTML signature', async () => {
    const { message } = await composeAndParse({
      html: '<p>hi</p>',
      signature: { text: 'T', html: '<b>H</b>' },
    });
    expect(message.html).toMatch(/^<p>hi<\/p>\s*<div><br>-- <br>\s*<b>H<\/b><\/div>\s*$/);
    expect(message.text).toBe('Hi Ada,\nall is well.\n\n-- \nT');
  });

  it('carries every text unharmed', async () => {
    const text = [
      '.',
      '..',
      'From here',
      'ünïcödé 日本語 😀',
      'x'.repeat(5000),
      ' lead',
      'trail ',
      '=3D',
      '--',
      '\ttab',
      '',
    ].join('\n');
    const { email } = await composeAndParse({ text, html: `<p>${text}</p>` });
    expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd());
    expect(email.html?.replaceAll('\r\n', '\n')).toContain(text.trimEnd());
  });

  it('takes hostile HTML in linear time', async () => {
    const pieces = [
      '<div>',
      '<table><tr><td>',
      '<ul><li>',
      '<blockquote>x',
      '<a b="',
      '<!--',
      '<style>',
      '<',
      '<a href=x ',
      '&',
      '</div>',
    ];
    for (const piece of pieces) {
      const html = piece.repeat(Math.floor(1_000_000 / piece.length));
      // Without the limit, each of these would exceed the time limit of a test.
      expect(await compose({ text: null, html })).toBeDefined();
    }
  });
});

const bytes = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7) % 256);
type Attachment = ComposeInput['attachments'][number];
const attachment = (changes: Partial<Attachment>): Attachment => ({
  filename: 'report.pdf',
  contentType: 'application/pdf',
  content: bytes,
  disposition: 'attachment',
  contentId: null,
  ...changes,
});

describe('attachments', () => {
  it('carries bytes, names and content ids', async () => {
    const { email } = await composeAndParse({
      html: '<img src="cid:logo@x">',
      attachments: [
        attachment({}),
        attachment({
          filename: 'Übersicht "2026"; 日本語.txt',
          contentType: 'text/plain; charset=iso-8859-1; name=evil.exe',
        }),
        attachment({
          filename: 'logo.png',
          contentType: 'image/png',
          disposition: 'inline',
          contentId: '<logo@x>',
        }),
        attachment({ filename: 'invite.ics', contentType: 'text/calendar; method=REQUEST' }),
      ],
    });
    const found = new Map(email.attachments.map((one) => [one.filename, one]));
    expect([...found.keys()].sort()).toEqual(
      ['Übersicht "2026"; 日本語.txt', 'invite.ics', 'logo.png', 'report.pdf'].sort(),
    );
    for (const [name, one] of found) {
      // The parser returns a calendar as text, so its bytes differ from ours.
      if (name !== 'invite.ics') expect(Buffer.from(one.content as ArrayBuffer).equals(bytes)).toBe(true);
    }
    expect(found.get('logo.png')).toMatchObject({
      contentId: '<logo@x>',
      disposition: 'inline',
      related: true,
    });
    expect(found.get('report.pdf')).toMatchObject({ mimeType: 'application/pdf', disposition: 'attachment' });
    expect(found.get('invite.ics')).toMatchObject({ mimeType: 'text/calendar', method: 'REQUEST' });
  });

  it('attaches a forwarded message as one, and as octets where it is not seven-bit', async () => {
    const original = Buffer.from('Subject: old\nMIME-Version: 1.0\n\nbody\n');
    const forward = (content: Uint8Array) =>
      composeAndParse({
        attachments: [attachment({ filename: 'old.eml', contentType: 'message/rfc822', content })],
      });
    const sevenBit = await forward(original);
    expect(sevenBit.wire).toMatch(
      /Content-Type: message\/rfc822[\s\S]*Subject: old\r\nMIME-Version: 1.0\r\n\r\nbody\r\n/,
    );
    for (const content of [Buffer.from('Subject: ö\n\nx'), Buffer.from(`Subject: x\n\n${'y'.repeat(999)}`)]) {
      const { email } = await forward(content);
      expect(email.attachments[0]).toMatchObject({
        mimeType: 'application/octet-stream',
        filename: 'old.eml',
      });
      expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true);
    }
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\temp\\a.txt', 'C:_temp_a.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\r\nContent-Type: text/html\r\n\r\nb.txt', 'a Content-Type: text_html b.txt'],
    [`${'n'.repeat(400)}.pdf`, `${'n'.repeat(251)}.pdf`],
    [`${'ü'.repeat(400)}.pdf`, `${'ü'.repeat(125)}.pdf`],
    ['=?utf-8?Q?a=0Ab?=.txt', '= ?utf-8?Q?a=0Ab?=.txt'],
    ['..', 'attachment-1.pdf'],
    [null, 'attachment-1.pdf'],
  ])('file name %j', async (filename, expected) => {
    const { email } = await composeAndParse({ attachments: [attachment({ filename })] });
    expect(email.attachments[0]?.filename).toBe(expected);
  });

  it.each([
    'multipart/mixed; boundary=x',
    'message/partial; id=1',
    'nonsense',
    'text/plain\r\nX-Evil: 1',
    '',
    'a/b; charset="x\r\ny"',
  ])('content type %j stays a leaf with its bytes', async (contentType) => {
    const { email } = await composeAndParse({ attachments: [attachment({ contentType })] });
    expect(email.attachments).toHaveLength(1);
    expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).equals(bytes)).toBe(true);
    expect(header(email, 'X-Evil')).toEqual([]);
  });
});

describe('what cannot be composed', () => {
  it.each([
    ['from.0', { from: { address: 'a@b\r\nBcc: x@y.example', name: null } }],
    ['to.0', { to: [{ address: 'nobody', name: null }] }],
    ['bcc.0', { bcc: [{ address: 'ö@example.com', name: null }] }],
    ['reply_to.0', { replyTo: 'a b@x.example' }],
    ['message_id', { messageId: '<a@b>\r\nBcc: x@y.example' }],
    ['headers.Bcc', { headers: { Bcc: 'x@y.example' } }],
    ['headers.X-A', { headers: { 'X-A': 'a\r\nBcc: x@y.example' } }],
    ['attachments.0.content_id', { attachments: [attachment({ contentId: 'a>\r\nX-Evil: 1' })] }],
    ['unsubscribe.url', { listUnsubscribe: { url: 'javascript:alert(1)', mailto: null } }],
    ['unsubscribe.url', { listUnsubscribe: { url: 'https://x.example/\r\nBcc: y@z.example', mailto: null } }],
    ['unsubscribe.mailto', { listUnsubscribe: { url: null, mailto: 'a@x.example\nb' } }],
  ] satisfies [string, Partial<ComposeInput>][])('%s', async (path, changes) => {
    const failure = await compose(changes).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompositionError);
    expect(failure).toMatchObject({ path });
  });
});

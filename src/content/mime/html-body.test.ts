import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sanitizeBody } from './html-body.ts';
import { parseMessage } from './parse-message.ts';

const hostile = readFileSync(join(import.meta.dirname, 'fixtures', 'html-hostile.eml'));

describe('sanitizeBody', () => {
  it('leaves nothing that runs, loads or submits', () => {
    const html = parseMessage(hostile).html ?? '';
    expect(html).not.toMatch(/<(script|style|iframe|form|input|button|object|svg|base|meta|link|title)/i);
    expect(html).not.toMatch(/\son\w+=|style=|javascript|alert|data:text|data:image\/svg/i);
    expect(html.match(/\ssrc="[^"]*"/g)).toEqual([
      ' src="cid:logo"',
      ' src="data:image/png;base64,iVBORw0KGgo="',
    ]);
  });

  it('keeps links and remembers remote images without loading them', () => {
    const html = parseMessage(hostile).html ?? '';
    expect(html).toContain(
      '<a href="https://ok.example/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">good link</a>',
    );
    expect(html).toContain(
      '<img width="1" height="1" data-remote-src="https://tracker.example/pixel.gif" />',
    );
  });

  it('does not let a sender forge the remembered address', () => {
    const { html } = sanitizeBody('<img data-remote-src="javascript:alert(1)"><img src="//t.example/x">');
    expect(html).toBe('<img /><img />');
  });

  it('writes each row of a table as a line, and cells beside each other as separate words', () => {
    const rows = '<tr><th>Item</th><th>Price</th></tr><tr><td>The Sea Atlas</td><td>24.00 EUR</td></tr>';
    const { text } = sanitizeBody(`<p>Your order:</p><table>${rows}</table><p>Thank you.</p>`, {
      withText: true,
    });
    expect(text).toBe('Your order:\n\nItem Price\nThe Sea Atlas 24.00 EUR\n\nThank you.');
  });

  it('gives up the markup, not the words, of html that is too deep', () => {
    const safe = sanitizeBody(`${'<div>'.repeat(300)}deep <b>words</b>`);
    expect(safe).toEqual({ html: 'deep words', text: '', truncated: false, degraded: true });
    expect(sanitizeBody(`${'<div>'.repeat(200)}x${'</div>'.repeat(200)}`).degraded).toBe(false);
  });

  it('does not count what is closed, also by the next element of a list', () => {
    expect(sanitizeBody('<ul>'.concat('<li>x'.repeat(1_000))).degraded).toBe(false);
    expect(sanitizeBody('<p>x<br>'.repeat(1_000)).degraded).toBe(false);
  });

  it('cuts html of more than a million characters', () => {
    const safe = sanitizeBody(`<p>${'x'.repeat(1_100_000)}</p>`);
    expect(safe.truncated).toBe(true);
    expect(safe.html.length).toBeLessThanOrEqual(1_000_000);
  });
});

describe('the text of html', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['<h1>Title</h1>x', 'Title\n\nx'],
    ['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
    ['<a href="https://x.example">there</a>', 'there [https://x.example]'],
    ['<blockquote>q</blockquote>', '> q'],
    ['<ul><li>a</li><li>b</li></ul>', ' * a\n * b'],
    ['<img alt="logo" src="cid:x">t', 't'],
    ['&lt;b&gt; &amp;&nbsp;x', '<b> &\u00a0x'],
  ])('%s', (html, text) => {
    expect(sanitizeBody(html, { withText: true }).text).toBe(text);
  });
});

import { expect, it } from 'vitest';
import { derivedText } from './derived-text.ts';
import { textFromHtml } from './html-text.ts';

// Text is derived from HTML when it is missing (interface-spec 4.6, rule 2).

it('is the same in a thread as in place', async () => {
  const html = '<h1>Title</h1><p>A <a href="https://example.com/">link</a></p>'.repeat(2_000);
  expect(html.length).toBeGreaterThan(64 * 1024);
  expect(await derivedText(html)).toBe(textFromHtml(html));
});

it('leaves the event loop free while a large document is read', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await derivedText('<p>x</p>'.repeat(150_000));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});

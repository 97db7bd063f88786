import { expect, it } from 'vitest';
import { type HtmlWork, htmlWork, onHtml } from './html-thread.ts';

// Text is derived from HTML if it is missing (spec 4.6, rule 2); HTML is returned sanitised (spec 2.6).

it.each(Object.keys(htmlWork) as HtmlWork[])('%s is the same in a thread as in place', async (work) => {
  const html = '<h1 onclick="x()">Title</h1><p>A <a href="https://example.com/">link</a></p>'.repeat(2_000);
  expect(html.length).toBeGreaterThan(64 * 1024);
  expect(await onHtml(work, html)).toBe(await htmlWork[work](html));
});

it('leaves the event loop free while a large document is read', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await onHtml('text', '<p>x</p>'.repeat(150_000));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});

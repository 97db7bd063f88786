import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { pdfScript } from './pdf-scripts.ts';

it('the thread that reads PDFs is a plain script, whatever the library becomes', async () => {
  const text = await pdfScript('thread')!.text();
  // Throws if the text contains syntax that only modules have.
  expect(() => new Script(text)).not.toThrow();
  expect(text).toContain('WorkerMessageHandler');
  expect(text.length).toBeGreaterThan(1_000_000);
});

it('nothing else is served', () => {
  for (const part of [null, '', 'constructor', '../package.json']) expect(pdfScript(part)).toBeNull();
});

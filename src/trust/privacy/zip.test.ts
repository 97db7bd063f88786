import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { unzip } from '#testing/unzip.ts';
import { type ZipEntry, zipOf } from './zip.ts';

// An export is written while it is read: only one message is open at a time, however large the mailbox is (spec 4.11).

const modified = new Date('2026-11-21T00:00:00Z');

async function* entriesOf(contents: Iterable<() => Readable>): AsyncGenerator<ZipEntry> {
  let number = 0;
  for (const open of contents) {
    number += 1;
    yield { name: `${number}.eml`, modified, open };
  }
}

/** Bytes that do not compress. */
const noise = (size: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(size)));

it('opens an entry when the one before it was read, and waits for its reader', async () => {
  let opened = 0;
  const many = Array.from({ length: 500 }, () => () => {
    opened += 1;
    return Readable.from([noise(60_000)]);
  });
  const zip = zipOf(entriesOf(many));
  await zip.next();
  await delay(50);
  expect(opened).toBeLessThan(10);
  for await (const _ of zip);
  expect(opened).toBe(500);
});

it('is a ZIP that holds every entry whole', async () => {
  const texts = ['one', 'two '.repeat(50_000), ''];
  const chunks = await Array.fromAsync(zipOf(entriesOf(texts.map((text) => () => Readable.from([text])))));
  expect(unzip(Buffer.concat(chunks))).toEqual({ '1.eml': texts[0], '2.eml': texts[1], '3.eml': texts[2] });
});

it('breaks off with what an entry broke off with, and lets go of one whose reader leaves', async () => {
  const broken = () =>
    Readable.from(
      (async function* () {
        yield 'begun';
        throw new Error('The file is gone.');
      })(),
    );
  const fine = () => Readable.from(['fine']);
  await expect(Array.fromAsync(zipOf(entriesOf([fine, broken, fine])))).rejects.toThrow('The file is gone.');
  const endless = Readable.from(
    (async function* () {
      for (;;) yield noise(10_000);
    })(),
  );
  for await (const _ of zipOf(entriesOf([() => endless]))) break;
  expect(endless.destroyed).toBe(true);
});

import { dkimVerify } from 'mailauth';
import { expect, it } from 'vitest';
import { verifySignatures } from './signature-verifier.ts';
import { isRelaxedBody, signedBytes } from './signed-bytes.ts';

const resolver = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
const signature = (canonicalization: string): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/${canonicalization}; d=a.example; s=s; h=from; bh=AAAA; b=AAAA\r\n`;
const header = `${signature('relaxed')}${signature('simple')}From: a@a.example\r\n\r\n`;
const FAR = Number.MAX_SAFE_INTEGER;

/** Reproducible: a number below `limit` at each call. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

const pieces = ['\r\n', '\r\n', 'a', 'word', ' ', '  ', '\t', ' \r\n', '\r', ' \r', '\n', '--b'];
/** Of these, most bodies have the relaxed form. */
const tidy = ['\r\n', '\r\n', 'a', ' word', 'word', '\r\n\r\n', '--b'];

it('hashes every body as mailauth does by itself', async () => {
  const below = numbers(11);
  let relaxedForms = 0;
  for (let count = 0; count < 400; count++) {
    const from = count % 2 === 0 ? tidy : pieces;
    const body = Array.from({ length: below(14) }, () => from[below(from.length)]!).join('');
    const raw = Buffer.from(header + body);
    const expected = await dkimVerify(raw, { resolver, rejectRsaSha1: true });
    const bytes = signedBytes(raw, header.length, false);
    const isRelaxed = bytes === raw && isRelaxedBody(raw, header.length);
    if (isRelaxed) relaxedForms += 1;
    const found = await verifySignatures({ bytes, isRelaxed }, resolver, FAR);
    expect(found.results, JSON.stringify(body)).toEqual(expected.results);
    const relaxed = signedBytes(raw, header.length, true);
    const [first] = (await verifySignatures({ bytes: relaxed, isRelaxed: true }, resolver, FAR)).results;
    expect(first?.bodyHash, JSON.stringify(body)).toBe(expected.results[0]!.bodyHash);
  }
  expect(relaxedForms).toBeGreaterThan(80);
});

it('parts no line end where others have a turn', async () => {
  const line = Buffer.from(`${'x'.repeat(1_022)}\r\n`);
  const filled = Buffer.alloc(8 * 1024 * 1024 - header.length - 1, line);
  // The last byte before the end of a chunk is the first of a line end.
  filled.fill('x', filled.length - 2 * line.length);
  const raw = Buffer.concat([Buffer.from(header), filled, Buffer.from('\r\n\r\n\r\n')]);
  expect(raw.indexOf('\r\n\r\n\r\n')).toBe(8 * 1024 * 1024 - 1);
  const expected = await dkimVerify(raw, { resolver, rejectRsaSha1: true });
  const found = await verifySignatures({ bytes: raw, isRelaxed: true }, resolver, FAR);
  expect(found.results).toEqual(expected.results);
});

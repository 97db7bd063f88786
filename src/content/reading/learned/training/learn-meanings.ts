import { readFileSync, writeFileSync } from 'node:fs';
import { fold } from '../text/fold.ts';
import { DIMENSIONS, encodeMeanings, meaningsFile } from '../text/meanings.ts';
import { hashRange } from '../text/ngrams.ts';

// `npm run reading:meanings -- FOLDER` makes meanings.table of the words and vectors that learn-meanings.py wrote. It is
// seldom done: the table is in the repository, and the weights have to be trained again after it.

const folder = process.argv[2];
if (!folder) throw new Error('name the folder that learn-meanings.py wrote to');
const words = readFileSync(`${folder}/words.txt`, 'utf8').split('\n');
const vectors = Int8Array.from(readFileSync(`${folder}/vectors.i8`));
const rows = new Map<number, Int8Array>();
words.forEach((word, at) => {
  const folded = fold(word);
  const key = hashRange(folded, 0, folded.length) >>> 0;
  // More frequent words come first.
  if (!rows.has(key)) rows.set(key, vectors.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS));
});
const sorted = [...rows].sort((a, b) => a[0] - b[0]);
const table = new Int8Array(sorted.length * DIMENSIONS);
sorted.forEach(([, vector], at) => {
  table.set(vector, at * DIMENSIONS);
});
writeFileSync(
  meaningsFile,
  encodeMeanings(
    Uint32Array.from(sorted, ([key]) => key),
    table,
  ),
);
process.stdout.write(`${sorted.length} words\n`);

import { readdirSync } from 'node:fs';
import { conceptsFile } from '../text/concepts.ts';
import { meaningsFile } from '../text/meanings.ts';
import { loadWeights } from '../weights.ts';
import { corporaHash, TRAINER } from './build.ts';
import { readSplits } from './corpus.ts';
import { settings } from './stages.ts';

/** The hash of the training writers' files in order, and of the tables that features depend on. */
export function currentCorpora(): string {
  const folder = new URL('../corpus/', import.meta.url);
  const { held_out } = readSplits();
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.jsonl') && !held_out.includes(file.slice(0, -'.jsonl'.length)),
  );
  return corporaHash([...files.sort().map((file) => new URL(file, folder)), conceptsFile, meaningsFile]);
}

/** Returns why the weights in the repository are out of date, or null when they match the corpora and the trainer. */
export function checkWeights(): string | null {
  const { header } = loadWeights();
  if (header.trainer !== TRAINER) return 'The weights are of another trainer: run npm run reading:train.';
  if (JSON.stringify(header.settings) !== JSON.stringify(settings))
    return 'The weights are of other settings: run npm run reading:train.';
  if (header.corpora !== currentCorpora())
    return 'The corpora have changed since the weights were made: run npm run reading:train.';
  return null;
}

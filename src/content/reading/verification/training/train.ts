import { writeFileSync } from 'node:fs';
import type { Labelled } from '../../learned/training/corpus.ts';
import { encodeScorers, kinds, weightsFile } from '../scorer.ts';
import { type Example, exampleOf, olderMessages } from './examples.ts';
import { learn } from './learn.ts';

/** A message of a training writer, and what readers said of it that had not seen the writer. */
export type Said = { writer: string; message: Labelled; probabilities: ArrayLike<number> };

/** Trains the finder of codes and links on the corpora of the reader, and writes its weights. @returns its figures */
export function trainVerification(said: readonly Said[]): string {
  const examples: Example[] = said
    .filter(({ message }) => message.labels === undefined)
    .map(({ writer, message, probabilities }) => exampleOf(writer, message, probabilities));
  const { scorers, figures } = learn([...examples, ...olderMessages('tuning')]);
  writeFileSync(weightsFile, encodeScorers(scorers));
  return kinds
    .map((kind) => {
      const { precision, recall, wanted } = figures[kind];
      return `${kind}s: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${wanted}\n`;
    })
    .join('');
}

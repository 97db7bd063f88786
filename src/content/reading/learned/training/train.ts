import { writeFileSync } from 'node:fs';
import { trainVerification } from '../../verification/training/train.ts';
import { encodeWeights, weightsFile } from '../weights.ts';
import { build } from './build.ts';
import { checkWeights, currentCorpora } from './check.ts';
import { readWriters } from './corpus.ts';

// `npm run reading:train` trains the weights; `-- --check` only reports whether the weights match the corpora.

if (process.argv.includes('--check')) {
  const problem = checkWeights();
  process.stdout.write(`${problem ?? 'The weights are of these corpora and this trainer.'}\n`);
  process.exitCode = problem ? 1 : 0;
} else {
  const writers = readWriters('training');
  const { weights, examples, said } = await build(writers, currentCorpora());
  const bytes = encodeWeights(weights);
  writeFileSync(weightsFile, bytes);
  process.stdout.write(
    `${weights.header.messages} messages of ${weights.header.writers} writers, ${bytes.length} bytes\n`,
  );
  const writerOf = new Map(writers.flatMap(({ name, messages }) => messages.map(({ id }) => [id, name])));
  const judged = examples.map(({ message }, at) => ({
    writer: writerOf.get(message.id)!,
    message,
    probabilities: said[at]!,
  }));
  process.stdout.write(trainVerification(judged));
}

import { verificationReport } from '../../verification/training/report.ts';
import { Reader } from '../reader.ts';
import { build } from '../training/build.ts';
import { contentOf, readWriters, type Writer } from '../training/corpus.ts';
import { loadWeights, type Weights } from '../weights.ts';
import { figuresOf, type Judged } from './figures.ts';
import { reportOf } from './report.ts';

// `npm run reading:evaluate`: figures on the writers held out, by the weights in the repository, and on the training
// writers, each by models that did not see it. `-- --held-out` skips the second, `-- --curve` prints the learning curve.

const print = (text: string): boolean => process.stdout.write(`${text}\n\n`);
const heldOut = readWriters('held_out');

if (process.argv.includes('--curve')) curve();
else {
  const weights = loadWeights();
  print(reportOf('Writers held out', judge(weights, heldOut), weights.header.thresholds));
  print(verificationReport(heldOut));
  if (!process.argv.includes('--held-out')) {
    const { examples, said } = build(readWriters('training'), '');
    const all = examples.map(({ message }, place) => ({ message, said: said[place]! }));
    const judged = all.filter(({ message }) => message.labels === undefined);
    print(reportOf('Training writers, cross-validated by writer', judged, weights.header.thresholds));
  }
}

function judge(weights: Weights, writers: readonly Writer[]): Judged[] {
  const reader = new Reader(weights);
  return writers.flatMap(({ messages }) =>
    messages.map((message) => ({ message, said: reader.score(contentOf(message)).probabilities })),
  );
}

/** The same figures with fewer writers, and with fewer messages of each: what more of either would bring. */
function curve(): void {
  const writers = readWriters('training');
  const counts = [4, 8, 12, 16, 20, 24, writers.length].filter(
    (count, at, all) => count <= writers.length && all.indexOf(count) === at,
  );
  print('writers  messages  injection recall, false alarms  category F1  urgency ±1  reply AUC  spam recall');
  for (const count of counts) print(point(spread(writers, count)));
  for (const share of [0.25, 0.5])
    print(point(writers.map((writer) => ({ ...writer, messages: every(writer.messages, share) }))));
}

/** Writers taken evenly from the list, so that few of them differ as all do. */
const spread = (writers: readonly Writer[], count: number): Writer[] =>
  Array.from({ length: count }, (_, place) => writers[Math.floor((place * writers.length) / count)]!);

const every = <T>(items: readonly T[], share: number): T[] =>
  items.filter((_, place) => Math.floor((place + 1) * share) > Math.floor(place * share));

function point(writers: readonly Writer[]): string {
  const { weights } = build(writers, '');
  const figures = figuresOf(judge(weights, heldOut), weights.header.thresholds);
  const of = (name: string): string => figures.find((figure) => figure.name === name)!.value.toFixed(3);
  const names = [
    'injection recall',
    'injection false alarms',
    'category macro-F1',
    'urgency in range (±1 of the label)',
    'needs-reply AUC',
    'spam recall',
  ];
  return `${writers.length}  ${weights.header.messages}  ${names.map(of).join('  ')}`;
}

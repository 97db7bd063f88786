import { verificationReport } from '../../verification/training/report.ts';
import { Reader } from '../reader.ts';
import { build } from '../training/build.ts';
import { contentOf, isMailbox, readWriters, type Writer } from '../training/corpus.ts';
import { loadWeights, type Weights } from '../weights.ts';
import { figuresOf, type Judged } from './figures.ts';
import { reportOf, steeringReportOf } from './report.ts';

// `npm run reading:evaluate` prints figures on the held-out writers, by the weights in the repository, and on the training
// writers, each judged by models that did not see it. `-- --held-out` prints the first part only. `-- --curve` trains with
// fewer writers and prints the learning curve; `-- --curve 4 8` trains with these numbers of writers only.

const print = (text: string): boolean => process.stdout.write(`${text}\n\n`);
const heldOut = readWriters('held_out');

if (process.argv.includes('--curve')) await curve();
else {
  const weights = loadWeights();
  const [mailboxes, collections] = [true, false].map((whole) =>
    heldOut.filter(({ name }) => isMailbox(name) === whole),
  ) as [Writer[], Writer[]];
  const { thresholds } = weights.header;
  const judged = judge(weights, collections);
  const isWhole = ({ message }: Judged): boolean => message.labels === undefined;
  print(reportOf('Writers held out: mails of all kinds', judged.filter(isWhole), thresholds));
  print(reportOf('Writers held out: whole mailboxes', judge(weights, mailboxes), thresholds));
  const steering = judged.filter((one) => !isWhole(one));
  const title = 'Writers held out: steering and what resembles it';
  print(steeringReportOf(title, steering, thresholds.prompt_injection));
  const labelled = heldOut.map(({ messages, ...writer }) => ({
    ...writer,
    messages: messages.filter(({ labels }) => labels === undefined),
  }));
  print(verificationReport(labelled));
  if (!process.argv.includes('--held-out')) {
    const { examples, said } = await build(readWriters('training'), '');
    const all = examples.map(({ message }, place) => ({ message, said: said[place]! }));
    const judged = all.filter(({ message }) => message.labels === undefined);
    print(reportOf('Training writers, cross-validated by writer', judged, thresholds));
  }
}

function judge(weights: Weights, writers: readonly Writer[]): Judged[] {
  const reader = new Reader(weights);
  return writers.flatMap(({ messages }) =>
    messages.map((message) => ({ message, said: reader.score(contentOf(message)).probabilities })),
  );
}

/**
 * The same figures with fewer writers, with half of the messages of each, and with all (the weights in the repository):
 * what more of either would bring.
 */
async function curve(): Promise<void> {
  const writers = readWriters('training');
  print(
    'writers  messages  injection recall, false alarms  category F1  urgency ±1  reply AUC  spam recall  payment recall  impersonation recall',
  );
  const trained = async (some: readonly Writer[]): Promise<string> =>
    point(some.length, (await build(some, '')).weights);
  const counts = process.argv.map(Number).filter((count) => count > 0);
  for (const count of counts.length > 0 ? counts : [4, 8, 16])
    if (count < writers.length) print(await trained(spread(writers, count)));
  if (counts.length === 0)
    print(await trained(writers.map((writer) => ({ ...writer, messages: every(writer.messages, 0.5) }))));
  print(point(writers.length, loadWeights()));
}

/** Writers taken evenly from the list, so that few of them differ as all do. */
function spread(writers: readonly Writer[], count: number): Writer[] {
  return Array.from({ length: count }, (_, place) => writers[Math.floor((place * writers.length) / count)]!);
}

function every<T>(items: readonly T[], share: number): T[] {
  return items.filter((_, place) => Math.floor((place + 1) * share) > Math.floor(place * share));
}

function point(writers: number, weights: Weights): string {
  const figures = figuresOf(judge(weights, heldOut), weights.header.thresholds);
  const of = (name: string): string => figures.find((figure) => figure.name === name)!.value.toFixed(3);
  const names = [
    'injection recall',
    'injection false alarms',
    'category macro-F1',
    'urgency in range (±1 of the label)',
    'needs-reply AUC',
    'spam recall',
    'payment_request recall',
    'impersonation recall',
  ];
  return `${writers}  ${weights.header.messages}  ${names.map(of).join('  ')}`;
}

import { type AskingHead, askingHeads, HEADS, headAt, PASSAGE_HEADS, passageHeads } from '../heads.ts';
import { type Example, isLabelled, truthOf } from './dataset.ts';
import { askingPassages, type PassageLabel } from './labels.ts';
import { dot, type Linear, type Targets } from './linear.ts';

/** What passages are trained for: steering is marked in the corpora; what they ask for only in some of the longer messages. */
export function passageTargets(
  examples: readonly Example[],
  message: Linear,
  costs: { decoy: number; asking: number },
): Targets {
  const count = examples.reduce((sum, { passages }) => sum + passages.length, 0);
  const targets: Targets = {
    signs: new Int8Array(count * PASSAGE_HEADS),
    costs: new Float32Array(count * PASSAGE_HEADS).fill(1),
  };
  let first = 0;
  for (const example of examples) {
    example.labels.forEach((label, at) => {
      targets.signs[(first + at) * PASSAGE_HEADS] = signOf(label);
      if (label === 'decoy') targets.costs[(first + at) * PASSAGE_HEADS] = costs.decoy;
    });
    for (const head of askingHeads) {
      if (!isLabelled(example.message, head)) continue;
      const place = (at: number): number => (first + at) * PASSAGE_HEADS + passageHeads.indexOf(head);
      if (truthOf(example.message, head)) {
        const asks = passagesAsking(example, head, message);
        asks.forEach((isAsking, at) => {
          targets.signs[place(at)] = isAsking === null ? 0 : isAsking ? 1 : -1;
          if (isAsking) targets.costs[place(at)] = costs.asking;
        });
      } else for (let at = 0; at < example.passages.length; at++) targets.signs[place(at)] = -1;
    }
    first += example.passages.length;
  }
  return targets;
}

const signOf = (label: PassageLabel): number => (label === 'attack' ? 1 : label === 'unclear' ? 0 : -1);

/** Whether each passage of a message with a flag asks for it; null where that is unknown. */
function passagesAsking(example: Example, head: AskingHead, message: Linear): (boolean | null)[] {
  const marked = askingPassages(example.message.asked?.[head] ?? [], example.passages);
  if (marked.includes(true)) return marked;
  const likeliest = askingPassage(example, head, message);
  return example.passages.map((_, at) => (at === likeliest ? true : null));
}

/**
 * The passage of a message with a flag whose words speak most for it, by the classifier of messages. In honest looking
 * mail that steers software, the steering asks for credentials; money may be asked for around it.
 */
function askingPassage(
  { message, labels, passages, words }: Example,
  head: AskingHead,
  { weights }: Linear,
): number {
  const sums = new Float64Array(HEADS);
  const scores = words.map((vector) => {
    dot(vector, weights, HEADS, sums);
    return sums[headAt(head)]!;
  });
  const places = passages.map((_, at) => at).filter((at) => passages[at]!.part !== 'header');
  const steers = !message.spam && !(head === 'payment_request' && message.category === 'billing');
  const steering = steers ? places.filter((at) => labels[at] === 'attack') : [];
  const among = steering.length > 0 ? steering : places.length > 0 ? places : [0];
  return among.reduce((best, at) => (scores[at]! > scores[best]! ? at : best));
}

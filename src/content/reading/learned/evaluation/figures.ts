import { type Head, headAt } from '../heads.ts';
import { type Category, categories, learnedFlags } from '../message.ts';
import type { Labelled } from '../training/corpus.ts';
import { truthOf } from '../training/dataset.ts';
import type { WeightsHeader } from '../weights.ts';
import { auc, type Count, interval, macroF1, ratio } from './metrics.ts';

/** A message with what the reader said of it: the probability of each head. */
export type Judged = { message: Labelled; said: ArrayLike<number> };
export type Thresholds = WeightsHeader['thresholds'];

/** One line of the report; `goal` is what the figure should reach, `most` what it should stay under. */
export type Figure = {
  name: string;
  value: number;
  low: number;
  high: number;
  of: number;
  goal?: number;
  most?: number;
};

export const saidCategory = ({ said }: Judged): Category =>
  categories.reduce((best, category) => (said[headAt(category)]! > said[headAt(best)]! ? category : best));
export const saidUrgency = ({ said }: Judged): number =>
  (['urgency 1', 'urgency 2', 'urgency 3'] as const).filter((head) => said[headAt(head)]! > 0.5).length;

const isAttack = ({ message }: Judged): boolean => Boolean(message.attack?.length);
const isDecoy = ({ message }: Judged): boolean => !message.attack?.length && Boolean(message.decoy?.length);

export function figuresOf(judged: readonly Judged[], thresholds: Thresholds): Figure[] {
  return [
    ...injectionFigures(judged, thresholds.prompt_injection),
    resampled(
      'category macro-F1',
      judged,
      (some) => macroF1(some.map((one) => [one.message.category, saidCategory(one)])),
      0.85,
    ),
    counted('urgency exact', judged, (one) => saidUrgency(one) === one.message.urgency),
    counted(
      'urgency in range (±1 of the label)',
      judged,
      (one) => Math.abs(saidUrgency(one) - one.message.urgency) <= 1,
      0.8,
    ),
    resampled('needs-reply AUC', judged, (some) => auc(scoredBy(some, 'reply')), 0.95),
    ...learnedFlags.flatMap((flag) => flagFigures(judged, flag, thresholds[flag])),
    ...rates('spam', judged, 'is spam', thresholds.spam, 0.9, 0.005),
  ];
}

export function injectionFigures(judged: readonly Judged[], threshold: number): Figure[] {
  const raised = ({ said }: Judged): boolean => said[headAt('injection')]! >= threshold;
  const honest = judged.filter((one) => !isAttack(one));
  return [
    counted('injection recall', judged.filter(isAttack), raised, 0.95),
    under(counted('injection false alarms', honest, raised), 0.02),
    under(counted('  on mail about injection', judged.filter(isDecoy), raised), 0.05),
    counted(
      '  recall in English',
      judged.filter((one) => isAttack(one) && one.message.lang === 'en'),
      raised,
    ),
    counted(
      '  recall in other languages',
      judged.filter((one) => isAttack(one) && one.message.lang !== 'en'),
      raised,
    ),
    resampled('injection AUC', judged, (some) => auc(scoredBy(some, 'injection'))),
  ];
}

function flagFigures(judged: readonly Judged[], flag: Head, threshold: number): Figure[] {
  const raised = judged.filter(({ said }) => said[headAt(flag)]! >= threshold);
  const truly = judged.filter(({ message }) => truthOf(message, flag));
  return [
    counted(`${flag} recall`, truly, ({ said }) => said[headAt(flag)]! >= threshold, 0.85),
    counted(`${flag} precision`, raised, ({ message }) => truthOf(message, flag), 0.9),
  ];
}

function rates(
  name: string,
  judged: readonly Judged[],
  head: Head,
  threshold: number,
  goal: number,
  most: number,
): Figure[] {
  const raised = ({ said }: Judged): boolean => said[headAt(head)]! >= threshold;
  return [
    counted(
      `${name} recall`,
      judged.filter(({ message }) => truthOf(message, head)),
      raised,
      goal,
    ),
    under(
      counted(
        `${name} false alarms`,
        judged.filter(({ message }) => !truthOf(message, head)),
        raised,
      ),
      most,
    ),
  ];
}

export const scoredBy = (judged: readonly Judged[], head: Head) =>
  judged.map(({ message, said }) => ({ score: said[headAt(head)]!, truth: truthOf(message, head) }));

const under = ({ goal: _goal, ...figure }: Figure, most: number): Figure => ({ ...figure, most });

/** A share, with Wilson's interval. */
export function counted(
  name: string,
  judged: readonly Judged[],
  holds: (one: Judged) => boolean,
  goal?: number,
): Figure {
  const count: Count = { hits: judged.filter(holds).length, of: judged.length };
  const [low, high] = interval(count);
  return { name, value: ratio(count), low, high, of: count.of, goal };
}

const RESAMPLES = 200;

/** A figure of the whole, its interval by the bootstrap over messages, the same each time. */
function resampled(
  name: string,
  judged: readonly Judged[],
  figure: (some: readonly Judged[]) => number,
  goal?: number,
): Figure {
  let state = 12_345;
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * judged.length);
  };
  const values = Array.from({ length: RESAMPLES }, () => figure(judged.map(() => judged[next()]!))).sort(
    (a, b) => a - b,
  );
  const [low, high] = [values[Math.floor(RESAMPLES * 0.025)]!, values[Math.floor(RESAMPLES * 0.975)]!];
  return { name, value: figure(judged), low, high, of: judged.length, goal };
}

import { headAt } from '../heads.ts';
import { categories } from '../message.ts';
import {
  counted,
  type Figure,
  figuresOf,
  injectionFigures,
  type Judged,
  saidCategory,
  saidUrgency,
  type Thresholds,
} from './figures.ts';
import { macroF1 } from './metrics.ts';

const percent = (share: number): string => (Number.isNaN(share) ? '–' : share.toFixed(3));

/** All figures of a set, a line each; those that miss their goal say by how much. */
export function reportOf(title: string, judged: readonly Judged[], thresholds: Thresholds): string {
  const lines = figuresOf(judged, thresholds).map(lineOf);
  return [
    `## ${title}: ${judged.length} messages`,
    ...lines,
    '',
    byLanguage(judged, thresholds),
    '',
    byCategory(judged),
  ].join('\n');
}

/** The figures about steering alone, of messages of which nothing else is labelled. */
export const steeringReportOf = (title: string, judged: readonly Judged[], threshold: number): string =>
  [`## ${title}: ${judged.length} messages`, ...injectionFigures(judged, threshold).map(lineOf)].join('\n');

function lineOf({ name, value, low, high, of, goal, most }: Figure): string {
  const missed =
    goal !== undefined && value < goal ? goal - value : most !== undefined && value > most ? value - most : 0;
  const asked = goal !== undefined ? `goal ≥ ${goal}` : most !== undefined ? `goal ≤ ${most}` : '';
  const verdict = missed > 0 ? `missed by ${missed.toFixed(3)}` : asked && 'met';
  return `${name.padEnd(38)} ${percent(value)}  [${percent(low)}, ${percent(high)}]  of ${String(of).padStart(5)}  ${asked} ${verdict}`.trimEnd();
}

const LANGUAGES = 20;

function byLanguage(judged: readonly Judged[], thresholds: Thresholds): string {
  const groups = [...Map.groupBy(judged, ({ message }) => message.lang)].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const lines = groups.slice(0, LANGUAGES).map(([language, some]) => {
    const raised = ({ said }: Judged): boolean => said[headAt('injection')]! >= thresholds.prompt_injection;
    const attacks = some.filter(({ message }) => message.attack?.length);
    const honest = some.filter(({ message }) => !message.attack?.length);
    const f1 = macroF1(some.map((one) => [one.message.category, saidCategory(one)]));
    const urgency = counted('', some, (one) => Math.abs(saidUrgency(one) - one.message.urgency) <= 1).value;
    const shares = [counted('', attacks, raised).value, counted('', honest, raised).value, f1, urgency].map(
      percent,
    );
    return `${language.padEnd(4)} ${String(some.length).padStart(5)}  ${shares.join('  ')}`;
  });
  return ['language, messages, injection recall, false alarms, category F1, urgency ±1', ...lines].join('\n');
}

function byCategory(judged: readonly Judged[]): string {
  const lines = categories.map((category) => {
    const truly = judged.filter(({ message }) => message.category === category);
    const said = judged.filter((one) => saidCategory(one) === category);
    const recall = counted('', truly, (one) => saidCategory(one) === category).value;
    const precision = counted('', said, ({ message }) => message.category === category).value;
    return `${category.padEnd(13)} ${String(truly.length).padStart(5)}  ${percent(recall)}  ${percent(precision)}`;
  });
  return ['category, messages, recall, precision', ...lines].join('\n');
}

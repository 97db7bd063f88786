import type { Passage } from '../input/passages.ts';
import { bare } from '../text/fold.ts';
import type { Labelled } from './corpus.ts';

/** The label of a passage, from the marks of its message: 'decoy' looks like an attack but is honest. */
export type PassageLabel = 'attack' | 'decoy' | 'plain' | 'unclear';

/** The overlap with a mark that labels a passage; passages between the two shares are left out of the training. */
const ENOUGH = 0.5;
const TRACE = 0.15;

export function labelPassages(message: Labelled, passages: readonly Passage[]): PassageLabel[] {
  const attacks = marksOf(message.attack);
  const decoys = marksOf(message.decoy);
  if (attacks.length + decoys.length === 0) return passages.map(() => 'plain');
  return passages.map((passage) => {
    const words = wordsOf(passage);
    const attack = overlap(words, attacks);
    if (attack >= ENOUGH) return 'attack';
    if (overlap(words, decoys) >= ENOUGH) return 'decoy';
    return attack >= TRACE ? 'unclear' : 'plain';
  });
}

/** Whether each passage asks for what the marks ask for; null where only a little of it is marked. */
export function askingPassages(marks: readonly string[], passages: readonly Passage[]): (boolean | null)[] {
  const asked = marksOf(marks);
  return passages.map((passage) => {
    const share = overlap(wordsOf(passage), asked);
    return share >= ENOUGH ? true : share >= TRACE ? null : false;
  });
}

const wordsOf = ({ encoded, text }: Passage): string => bare(encoded ?? text);

const marksOf = (marks: readonly string[] | undefined): string[] =>
  (marks ?? []).map((mark) => bare(withoutTags(mark))).filter((mark) => mark.length >= 4);

/** Marks are copied from html as it stands. */
const withoutTags = (mark: string): string =>
  mark.replace(/<!--|-->|<[^<>]{0,500}>/g, ' ').replace(/&#(x?)([0-9a-f]{2,6});/gi, (_whole, hex, code) => {
    const unit = Number.parseInt(code, hex ? 16 : 10);
    return unit <= 0x10ffff ? String.fromCodePoint(unit) : ' ';
  });

/** How much of a passage is marked, or how much of a mark it holds: whichever says more. */
function overlap(words: string, marks: readonly string[]): number {
  let covered = 0;
  let most = 0;
  for (const mark of marks) {
    if (words.includes(mark)) {
      covered += mark.length;
      most = 1;
    } else if (mark.includes(words) && words.length >= 4) return 1;
    else covered += shared(words, mark);
  }
  return Math.max(most, covered / Math.max(1, words.length));
}

const STEP = 12;

/** Letters of a passage whose runs of twelve stand in the mark too. */
function shared(words: string, mark: string): number {
  let count = 0;
  for (let at = 0; at + STEP <= words.length; at += STEP)
    if (mark.includes(words.slice(at, at + STEP))) count += STEP;
  return count;
}

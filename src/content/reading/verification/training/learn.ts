import type { Vector } from '../../learned/input/vector.ts';
import { trainLinear } from '../../learned/training/linear.ts';
import { fitLogistic } from '../../learned/training/logistic.ts';
import { core } from '../code-candidates.ts';
import { BITS, type CandidateVectors } from '../features.ts';
import { fold } from '../fold.ts';
import {
  best,
  candidatesOf,
  type Kind,
  kinds,
  numbersOf,
  type Scorer,
  type Scorers,
  sumOf,
  type Verdict,
} from '../scorer.ts';
import type { Example } from './examples.ts';

/** The candidates of one kind in a message, which of them are right, and whether there is one to find. */
type Choice = { vectors: CandidateVectors; right: boolean[]; wanted: boolean };
type Case = Record<Kind, Choice> & { writer: string; said: Verdict | null };

/** The letters and digits of a code in one form. */
export const codeKey = (raw: string): string => core(fold(raw)).toLowerCase();

export function caseOf({ writer, input, said, codes, links }: Example): Case {
  const { code, link } = candidatesOf(input);
  const wantedCodes = new Set(codes.map(codeKey));
  const wantedLinks = new Set(links.map((one) => URL.parse(one)?.href));
  return {
    writer,
    said,
    code: {
      vectors: code.vectors,
      right: code.all.map(({ raw }) => wantedCodes.has(codeKey(raw))),
      wanted: codes.length > 0,
    },
    link: {
      vectors: link.vectors,
      right: link.all.map(({ url }) => wantedLinks.has(url.href)),
      wanted: links.length > 0,
    },
  };
}

const options = { size: 1 << BITS, outputs: 1, epochs: 40, seed: 1, cost: 2 };
/** A right candidate is rare: missing it costs more. */
const RIGHT_COSTS = 3;
/** The share of what is found that has to be right, on writers that the scorers had not seen. */
const precision: Record<Kind, number> = { code: 0.97, link: 0.992 };
const RIDGE = 0.1;

function weightsOf(cases: readonly Case[], kind: Kind): Float32Array {
  const vectors = cases.flatMap((one) => wholeOf(one[kind].vectors));
  const right = cases.flatMap((one) => one[kind].right);
  const signs = Int8Array.from(right, (isRight) => (isRight ? 1 : -1));
  const costs = Float32Array.from(right, (isRight) => (isRight ? RIGHT_COSTS : 1));
  return trainLinear(vectors, { signs, costs }, options).weights;
}

/** Each candidate with what it shares. */
const wholeOf = ({ shared, own }: CandidateVectors): Vector[] =>
  own.map(({ indices, values, length }) => ({
    indices: Int32Array.from([...indices, ...shared.indices]),
    values: Float32Array.from([...values, ...shared.values]),
    length: length + shared.length,
  }));

/** The best candidate of a message, as a scorer sees it that did not see its writer. */
type Row = { writer: string; numbers: Float64Array; isRight: boolean; wanted: boolean; has: boolean };
type Judged = { sum: number; isRight: boolean; wanted: boolean };

const writersOf = (rows: readonly { writer: string }[]): string[] => [
  ...new Set(rows.map(({ writer }) => writer)),
];

/** In how many parts the writers are divided; what judges a part was learned from the others. */
const PARTS = 12;

/** The writers of each part. */
function partsOf(rows: readonly { writer: string }[]): Set<string>[] {
  const writers = writersOf(rows);
  const parts = Math.min(PARTS, writers.length);
  return Array.from(
    { length: parts },
    (_, part) => new Set(writers.filter((_, place) => place % parts === part)),
  );
}

/** Messages of which the reader's verdict is known, each judged without its writer. */
export function rowsOf(cases: readonly Case[]): Record<Kind, Row[]> {
  const rows: Record<Kind, Row[]> = { code: [], link: [] };
  for (const part of partsOf(cases.filter(({ said }) => said !== null))) {
    const others = cases.filter(({ writer }) => !part.has(writer));
    const weights = { code: weightsOf(others, 'code'), link: weightsOf(others, 'link') };
    for (const one of cases.filter(({ writer }) => part.has(writer))) {
      const found = {
        code: best(one.code.vectors, weights.code),
        link: best(one.link.vectors, weights.link),
      };
      for (const kind of kinds) {
        const other = found[kind === 'code' ? 'link' : 'code'].score;
        const { at, score } = found[kind];
        rows[kind].push({
          writer: one.writer,
          numbers: numbersOf(score, other, one.said!),
          isRight: one[kind].right[at] ?? false,
          wanted: one[kind].wanted,
          has: at >= 0,
        });
      }
    }
  }
  return rows;
}

const decisionOf = (rows: readonly Row[]): Float64Array => {
  const known = rows.filter(({ has }) => has);
  return fitLogistic(
    known.map(({ numbers }) => numbers),
    known.map(({ isRight }) => isRight),
    () => RIDGE,
  );
};

/** Each message judged by a decision that did not see its writer. */
export const judgedOf = (rows: readonly Row[]): Judged[] =>
  partsOf(rows).flatMap((part) => {
    const decision = decisionOf(rows.filter(({ writer }) => !part.has(writer)));
    return rows
      .filter(({ writer }) => part.has(writer))
      .map(({ numbers, isRight, wanted, has }) => ({
        sum: has ? sumOf(numbers, decision) : Number.NEGATIVE_INFINITY,
        isRight,
        wanted,
      }));
  });

export type Figures = { found: number; right: number; wanted: number; precision: number; recall: number };

export function figuresAt(judged: readonly Judged[], threshold: number): Figures {
  const said = judged.filter(({ sum }) => sum >= threshold);
  const right = said.filter(({ isRight }) => isRight).length;
  const wanted = judged.filter((one) => one.wanted).length;
  return {
    found: said.length,
    right,
    wanted,
    precision: right / Math.max(1, said.length),
    recall: right / wanted,
  };
}

/** The lowest sum from which on this share of what is found is right. */
export function thresholdFor(judged: readonly Judged[], share: number): number {
  const ranked = judged.filter(({ sum }) => Number.isFinite(sum)).sort((a, b) => b.sum - a.sum);
  let [right, threshold] = [0, Number.POSITIVE_INFINITY];
  for (const [place, { sum, isRight }] of ranked.entries()) {
    if (isRight) right++;
    if (right / (place + 1) >= share) threshold = sum;
  }
  return threshold;
}

function scorerOf(
  cases: readonly Case[],
  rows: readonly Row[],
  kind: Kind,
): { scorer: Scorer; figures: Figures } {
  const weights = weightsOf(cases, kind);
  const most = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 1e-9);
  const judged = judgedOf(rows);
  const threshold = thresholdFor(judged, precision[kind]);
  const scorer: Scorer = {
    weights: Int8Array.from(weights, (weight) => Math.round((weight / most) * 127)),
    scale: most / 127,
    decision: Float32Array.from(decisionOf(rows)),
    threshold,
  };
  return { scorer, figures: figuresAt(judged, threshold) };
}

/** Scorers from messages with labels, with their figures on writers that they had not seen. */
export function learn(examples: readonly Example[]): { scorers: Scorers; figures: Record<Kind, Figures> } {
  const cases = examples.map(caseOf);
  const rows = rowsOf(cases);
  const [code, link] = [scorerOf(cases, rows.code, 'code'), scorerOf(cases, rows.link, 'link')];
  return {
    scorers: { code: code.scorer, link: link.scorer },
    figures: { code: code.figures, link: link.figures },
  };
}

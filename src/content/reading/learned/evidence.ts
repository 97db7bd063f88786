import { type AskingHead, askingHeads, type Head, passageHeads } from './heads.ts';
import type { Target } from './input/addresses.ts';
import type { Dissected, Features } from './input/features.ts';
import type { Passage } from './input/passages.ts';
import type { Vector } from './input/vector.ts';
import type { Evidence, Flag } from './message.ts';
import type { PassageScores } from './verdict.ts';

/** The scores of a message, from which its evidence is chosen. */
export type Scored = {
  dissected: Dissected;
  probabilities: Float64Array;
  /** Whether passages steer: calibrated, one for each. */
  passages: Float64Array;
  /** Scores of passages in the order of `passageHeads`. */
  asking: PassageScores;
};

/** The part of a reader that scores a passage's words for a flag. */
type WordScorer = { features: Features; scoreFor(head: Head, vector: Vector): number };

const PASSAGE_CHARACTERS = 240;
const MAX_INJECTIONS = 3;
/** Further passages are named beside the strongest when they are this likely. */
const LIKELY = 0.5;

/** For a flag that was raised: the passages that speak for it, and where they stand. */
export function evidenceOf(reader: WordScorer, scored: Scored, flag: Flag, score: number): Evidence[] {
  const { dissected, passages: likely } = scored;
  const { content, passages, targets } = dissected;
  if (flag === 'prompt_injection') {
    const ranked = passages
      .map((passage, at) => ({ passage, score: likely[at]! }))
      .sort((a, b) => b.score - a.score);
    return ranked
      .filter(({ score: own }, rank) => rank === 0 || (rank < MAX_INJECTIONS && own >= LIKELY))
      .map(({ passage, score: own }) => shown(scored, flag, passage, own));
  }
  if (flag === 'impersonation' && content.from) {
    const passage = `${content.from.name ?? ''} <${content.from.address}>`.trim();
    return [{ flag, passage: clipped(passage), part: 'header', score }];
  }
  const telling = passages.filter(({ part }) => part !== 'header');
  if (telling.length === 0) return [];
  const link = flag === 'phishing_link' ? suspect(targets, content.from?.address ?? '') : null;
  const near = link && telling.find(({ text }) => text.includes(link.text.trim() || link.url));
  if (link)
    return [
      {
        ...shown(scored, flag, near ?? telling[0]!, score),
        passage: clipped(`${link.text.trim()} ${link.url}`.trim()),
      },
    ];
  return [shown(scored, flag, strongest(reader, scored, flag, telling), score)];
}

function shown({ dissected }: Scored, flag: Flag, { text, part, file }: Passage, score: number): Evidence {
  const id = file >= 0 ? dissected.content.attachments[file]?.id : undefined;
  const place = { part, ...(id === undefined ? {} : { attachment_id: id }) };
  return { flag, passage: clipped(text), ...place, score: Math.round(score * 10_000) / 10_000 };
}

/** The passage that speaks most for the flag: by its own score where passages have one, else by its words. */
function strongest(
  reader: WordScorer,
  { dissected, asking }: Scored,
  flag: Exclude<Flag, 'prompt_injection'>,
  telling: readonly Passage[],
): Passage {
  const scores = telling.map((passage) => {
    const at = dissected.passages.indexOf(passage);
    return isAsking(flag)
      ? asking[passageHeads.indexOf(flag)]![at]!
      : reader.scoreFor(flag, reader.features.wordsAlone(dissected.tokens[at]!));
  });
  return telling[scores.indexOf(Math.max(...scores))]!;
}

const isAsking = (flag: Flag): flag is AskingHead => askingHeads.some((head) => head === flag);

/** The first link to somebody else than the sender. */
const suspect = (targets: readonly Target[], sender: string): Target | null =>
  targets.find(({ domain }) => !sender.toLowerCase().endsWith(domain)) ?? targets[0] ?? null;

function clipped(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length <= PASSAGE_CHARACTERS
    ? line
    : `${line.slice(0, PASSAGE_CHARACTERS - 1).toWellFormed()}…`;
}

import { signals } from './injection-signals.ts';
import * as stems from './injection-stems.ts';
import { readText, type Text } from './words.ts';

/** At this sum of weights a text counts as an attempt to steer the machine that reads it. */
const THRESHOLD = 0.6;

/** Signals by stems, with their weights. */
const byStems: { weight: number; found(text: Text): boolean }[] = [
  { weight: 0.65, found: stems.dropsInstructions },
  { weight: 0.5, found: stems.suspendsRules },
  { weight: 0.4, found: stems.claimsAuthority },
  { weight: 0.35, found: stems.greetsMachine },
  { weight: 0.6, found: stems.asksForPrompt },
  { weight: 0.25, found: stems.keepsQuiet },
  { weight: 0.65, found: stems.breaksOut },
  { weight: 0.4, found: stems.setsDuty },
];

const isAttempt = (text: Text): boolean =>
  [...signals, ...byStems].reduce((sum, { weight, found }) => (found(text) ? sum + weight : sum), 0) >=
  THRESHOLD;

/** Base64 that is long enough to hold an order. */
const MIN_ENCODED = 32;
const MAX_ENCODED = 8;

const isBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 43;

/** Long runs of base64 characters. One of 32 covers every 32nd place, so the others need no look. */
function encodedRuns(raw: string): string[] {
  const runs: string[] = [];
  for (let at = MIN_ENCODED - 1; at < raw.length && runs.length < MAX_ENCODED; at += MIN_ENCODED) {
    if (!isBase64(raw.charCodeAt(at))) continue;
    let start = at;
    while (isBase64(raw.charCodeAt(start - 1))) start -= 1;
    while (isBase64(raw.charCodeAt(at + 1))) at += 1;
    if (at + 1 - start >= MIN_ENCODED) runs.push(raw.slice(start, at + 1));
  }
  return runs;
}

/** Tag characters (U+E0020 to U+E007E) are invisible, and models read them as the ASCII they stand for. */
const TAG = /[\u{e0020}-\u{e007e}]/gu;
const TAG_SURROGATE = '\udb40';
const TAG_OFFSET = 0xe0000;

/** What a text says to those who decode it. */
function decoded(raw: string): string[] {
  const tagged = (raw.includes(TAG_SURROGATE) ? (raw.match(TAG) ?? []) : []).map((tag) =>
    String.fromCodePoint(tag.codePointAt(0)! - TAG_OFFSET),
  );
  const texts = encodedRuns(raw)
    .map((run) => Buffer.from(run, 'base64').toString('utf8'))
    .filter((text) => !text.includes('\ufffd') && /[a-z] [a-z]/i.test(text));
  return tagged.length > 0 ? [...texts, tagged.join('')] : texts;
}

/**
 * Whether a text tries to give orders to the machine that reads it (decisions.md, Triage: `prompt_injection`).
 * Linear in the length of the text. `text` is the raw one as it was read, where that is at hand.
 */
export const isPromptInjection = (raw: string, text: Text = readText(raw)): boolean =>
  isAttempt(text) || decoded(raw).some((hidden) => isAttempt(readText(hidden)));

import { signals } from './injection-signals.ts';
import { fold, tokensOf } from './words.ts';

/** At this sum of weights a text counts as an attempt to steer the machine that reads it. */
const THRESHOLD = 0.6;

/** Names of the signals in a text, with the sum of their weights. */
export function injectionSignals(raw: string): { score: number; names: string[] } {
  const folded = fold(raw);
  const text = { folded, tokens: tokensOf(folded) };
  const hits = signals.filter((signal) => signal.found(text));
  return { score: hits.reduce((sum, { weight }) => sum + weight, 0), names: hits.map(({ name }) => name) };
}

/** Base64 that is long enough to hold an order. */
const ENCODED = /[A-Za-z0-9+/]{32,}/g;
const MAX_ENCODED = 8;

/** Tag characters (U+E0020 to U+E007E) are invisible, and models read them as the ASCII they stand for. */
const TAG = /[\u{e0020}-\u{e007e}]/gu;
const TAG_OFFSET = 0xe0000;

/** What a text says to those who decode it. */
function decoded(raw: string): string[] {
  const tagged = [...raw.matchAll(TAG)].map(([tag]) =>
    String.fromCodePoint(tag.codePointAt(0)! - TAG_OFFSET),
  );
  const runs = [...raw.matchAll(ENCODED)].slice(0, MAX_ENCODED);
  const texts = runs
    .map(([run]) => Buffer.from(run, 'base64').toString('utf8'))
    .filter((text) => !text.includes('\ufffd') && /[a-z] [a-z]/i.test(text));
  return tagged.length > 0 ? [...texts, tagged.join('')] : texts;
}

/**
 * Whether a text tries to give orders to the machine that reads it (decisions.md, Triage: `prompt_injection`).
 * Linear in the length of the text.
 */
export function isPromptInjection(raw: string): boolean {
  return [raw, ...decoded(raw)].some((text) => injectionSignals(text).score >= THRESHOLD);
}

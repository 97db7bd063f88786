import { intentsAbroad } from './injection-abroad.ts';
import { addressing } from './injection-addressing.ts';
import { intents } from './injection-intents.ts';
import { signals } from './injection-signals.ts';
import * as stems from './injection-stems.ts';
import type { Weighed } from './weighed.ts';
import { readText, type Text } from './words.ts';

/** At this sum of weights a text counts as an attempt to steer the machine that reads it. */
const THRESHOLD = 0.6;

/** Signals by stems, with their weights. */
const byStems: Weighed[] = [
  { weight: 0.65, found: stems.dropsInstructions },
  { weight: 0.5, found: stems.suspendsRules },
  { weight: 0.4, found: stems.claimsAuthority },
  { weight: 0.35, kind: 'address', found: stems.greetsMachine },
  { weight: 0.6, found: stems.asksForPrompt },
  { weight: 0.25, kind: 'quiet', found: stems.keepsQuiet },
  { weight: 0.65, found: stems.breaksOut },
  { weight: 0.4, found: stems.setsDuty },
];

const everySignal = [...signals, ...byStems, ...addressing, ...intents, ...intentsAbroad];

/** Mail between people greets agents and asks for codes too: however often it does, that alone is no attempt. */
const BOUNDS = { address: 0.5, act: 0.45, quiet: 0.5 };

function isAttempt(text: Text): boolean {
  const sums = { address: 0, act: 0, quiet: 0, other: 0 };
  for (const { weight, kind = 'other', found } of everySignal) if (found(text)) sums[kind] += weight;
  return (
    sums.other +
      Math.min(sums.address, BOUNDS.address) +
      Math.min(sums.act, BOUNDS.act) +
      Math.min(sums.quiet, BOUNDS.quiet) >=
    THRESHOLD
  );
}

/** Base64 that is long enough to hold an order. */
const MIN_ENCODED = 32;
const MAX_ENCODED = 8;
const HEX = /^(?:[0-9a-f]{2})+$/i;

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

/** Words of orders, by which a text shows that it is to be read in another way. */
const ORDERS =
  'ignore instructions previous forward assistant system prompt password passwords reply send delete mail email inbox messages code user'.split(
    ' ',
  );
const MIN_ORDERS = 2;

const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
const reversed = (text: string): string => [...text].reverse().join('');
const ESCAPES = /%[0-9a-f]{2}/gi;
const unescaped = (text: string): string =>
  text.replaceAll(ESCAPES, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

/** Other ways to write, each with the orders in it as they look there. */
const writings = [rot13, reversed].map((read) => ({ read, orders: ORDERS.map(read) }));
/** So often a space is escaped in an order. */
const MIN_ESCAPED = 3;

/** What a text says to those who decode it. */
function decoded(raw: string, { places, folded }: Text): string[] {
  const tagged = (raw.includes(TAG_SURROGATE) ? (raw.match(TAG) ?? []) : []).map((tag) =>
    String.fromCodePoint(tag.codePointAt(0)! - TAG_OFFSET),
  );
  const runs = encodedRuns(raw)
    .flatMap((run) => (HEX.test(run) ? [Buffer.from(run, 'hex')] : [Buffer.from(run, 'base64')]))
    .map((bytes) => bytes.toString('utf8'))
    .filter((text) => !text.includes('\ufffd') && /[a-z] [a-z]/i.test(text));
  const rewritten = writings
    .filter(({ orders }) => orders.filter((order) => places.has(order)).length >= MIN_ORDERS)
    .map(({ read }) => read(folded));
  const escaped = raw.split('%20', MIN_ESCAPED + 1).length > MIN_ESCAPED ? [unescaped(raw)] : [];
  return [...runs, ...rewritten, ...escaped, ...(tagged.length > 0 ? [tagged.join('')] : [])];
}

/**
 * Whether a text tries to give orders to the machine that reads it (decisions.md, Triage: `prompt_injection`).
 * Linear in the length of the text. `text` is the raw one as it was read, where that is at hand.
 */
export const isPromptInjection = (raw: string, text: Text = readText(raw)): boolean =>
  isAttempt(text) || decoded(raw, text).some((hidden) => isAttempt(readText(hidden)));

import { clip } from '#kernel/base/clip.ts';
import type { Body } from './tool.ts';

/** The size limit of a result in bytes of UTF-8: its JSON and the accompanying note (spec 8.1). */
export const MAX_RESULT_BYTES = 96 * 1024;
/** Reserved for the markers of the block and for the note on how to continue, which holds a cursor. */
const MARKERS_BYTES = 1024;
const WORDS_BYTES = 2 * 1024;
const BUDGET = MAX_RESULT_BYTES - WORDS_BYTES - MARKERS_BYTES;

/** Whether a result with its markers leaves room for the note. */
export const fitsAsText = (text: string): boolean =>
  Buffer.byteLength(text) <= MAX_RESULT_BYTES - WORDS_BYTES;

/** Strings up to this length are never cut, so ids, times, statuses and addresses stay intact. */
const SHORT = 400;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const fits = (body: Body): boolean => sizeOf(body) <= BUDGET;

/** How many rows from the front fit together with the rest of the result; at least one. */
export function rowsThatFit(body: Body, field: string): number {
  const rows = body[field] as unknown[];
  let left = BUDGET - sizeOf({ ...body, [field]: [] });
  const count = rows.findIndex((row) => {
    left -= sizeOf(row) + 1;
    return left < 0;
  });
  return Math.max(1, count === -1 ? rows.length : count);
}

/**
 * Cuts the longest part repeatedly until the result fits: texts first, then the ends of lists. Types do not change, so the
 * result still matches its schema.
 */
export function shrunk(body: Body): Body {
  const copy = structuredClone(body);
  while (!fits(copy)) {
    const excess = sizeOf(copy) - BUDGET;
    const text = longest(copy, (value) => typeof value === 'string' && value.length > SHORT);
    if (text) {
      cutText(text, excess);
      continue;
    }
    const list = longest(copy, (value) => Array.isArray(value) && value.length > 0);
    if (!list) return copy;
    const items = list.holder[list.key] as unknown[];
    items.length = Math.floor(items.length / 2);
  }
  return copy;
}

type TextSlot = { holder: Record<string, unknown>; key: string; size: number };

function cutText({ holder, key, size }: TextSlot, excess: number): void {
  const text = holder[key] as string;
  // Estimates the bytes of each character, and cuts at least a tenth so that the loop ends soon.
  const share = Math.max(excess / size, 0.1);
  const keep = Math.max(SHORT, Math.floor(text.length * (1 - share)) - 1);
  holder[key] = cutAt(text, keep);
}

/** The first characters of a text with an ellipsis for the rest; never half a character. */
export function cutAt(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${clip(text, characters - 1)}…`;
}

function longest(root: Body, counts: (value: unknown) => boolean): TextSlot | null {
  let best: TextSlot | null = null;
  const waiting: object[] = [root];
  for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) waiting.push(value);
      if (!counts(value)) continue;
      const size = sizeOf(value);
      if (!best || size > best.size) best = { holder: holder as Record<string, unknown>, key, size };
    }
  }
  return best;
}

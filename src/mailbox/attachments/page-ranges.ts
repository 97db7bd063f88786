import { z } from 'zod';
import { fileLimits } from '#content/files/index.ts';

const MAX_CHARACTERS = 200;
const range = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/;

/** `1-3,5`: page numbers from 1 and ascending ranges of them. */
export const pageRanges = z
  .string()
  .max(MAX_CHARACTERS, { abort: true })
  .regex(range, { error: 'Use page numbers and ranges, for example 1-3,5.', abort: true })
  .refine((text) => bounds(text).every(([first, last]) => first >= 1 && first <= last), {
    error: 'Use page numbers from 1, and ranges in ascending order.',
  })
  .meta({ description: 'Pages and ranges of pages, for example `1-3,5`. The default is all pages.' });

const bounds = (text: string): [first: number, last: number][] =>
  text.split(',').map((part) => {
    const [first, last] = part.split('-');
    return [Number(first), Number(last ?? first)];
  });

/** The requested pages, each once. Pages beyond the maximum are left out. */
export function pagesOf(text: string): number[] {
  const pages = new Set<number>();
  for (const [first, last] of bounds(text)) {
    for (let page = first; page <= Math.min(last, fileLimits.text.pages); page += 1) pages.add(page);
  }
  return [...pages];
}

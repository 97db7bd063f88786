import { clip } from '#kernel/base/clip.ts';

const controlCharacters = /\p{Cc}+/gu;
const directionCharacters = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Well-formed UTF-16 without NUL, so that JSON and Postgres `text` take it; bad code units become U+FFFD. */
export function safeText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}

/** One line of safe text: every run of control characters becomes a space, ends are trimmed. */
export function singleLine(text: string, maxChars: number): string {
  return clip(safeText(text).replace(controlCharacters, ' ').trim(), maxChars);
}

/** Removes the characters that reorder text on screen, which make `exe.pdf` of `fdp.exe`. */
export function withoutDirectionCharacters(text: string): string {
  return text.replace(directionCharacters, '');
}

/** At most `maxBytes` of UTF-8, whole characters only. */
export function clipBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > maxBytes) break;
    kept += character;
  }
  return kept;
}

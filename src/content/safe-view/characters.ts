import { Masking } from './masking.ts';

/** Controls other than tab and line feed, and characters that show nothing; some format characters of Arabic are signs. */
const invisible =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\n\u0600-\u0605\u06dd\u070f\u08e2]]+/gv;

const lineBreaks = /\r\n?|[\u2028\u2029]/g;
const blank = /\u2800/g;

/** The flag of a region is written in tag characters, which are no message. */
const regionFlag = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;
const tagCharacter = /[\u{e0000}-\u{e007f}]/u;

/** Fewer are an accident of copying; more, of several kinds, carry something. */
const MESSAGE_LENGTH = 4;

const joiner = /^(?:\u200c|\u200d)$/;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const otherScript = /[\p{L}\p{M}](?<!\p{Script=Latin})/u;

/** The text with everything invisible removed; runs that carry something are shown as a note. */
export function withoutInvisible(text: string): Masking {
  const source = text
    .toWellFormed()
    .replace(lineBreaks, '\n')
    .replace(blank, ' ')
    .replace(regionFlag, '\u{1f3f4}');
  const result = new Masking();
  let from = 0;
  for (const match of source.matchAll(invisible)) {
    const [run] = match;
    const end = match.index + run.length;
    result.add(source.slice(from, match.index));
    if (isNeeded(run, source, match.index, end)) result.add(run);
    else if (carriesMessage(run)) result.mask('invisible_characters');
    from = end;
  }
  result.add(source.slice(from));
  return result;
}

/** Joiners that belong to an emoji or to a script that writes with them, and the selector that makes an emoji colourful. */
function isNeeded(run: string, text: string, start: number, end: number): boolean {
  const before = lastCharacter(text, start);
  if (run === '\ufe0f') return pictograph.test(before);
  if (run === '\ufe0f\u200d') return pictograph.test(before) && pictograph.test(nextCharacter(text, end));
  if (!joiner.test(run)) return false;
  const after = nextCharacter(text, end);
  if (pictograph.test(before)) return pictograph.test(after);
  return otherScript.test(before) && otherScript.test(after);
}

function lastCharacter(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? end - 2 : end - 1, end);
}

const nextCharacter = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
};

function carriesMessage(run: string): boolean {
  if (tagCharacter.test(run)) return true;
  const characters = [...run];
  return characters.length >= MESSAGE_LENGTH && new Set(characters).size > 1;
}

import { htmlOf } from './html.ts';
import type { Letter } from './letter.ts';
import { textOf } from './text.ts';

export { tileOf } from './colours.ts';
export type { Block, Letter } from './letter.ts';

/** Both forms of a mail (multipart/alternative). `from` is the deployment's mail domain. */
export const renderLetter = (letter: Letter, from: string): { text: string; html: string } => ({
  text: textOf(letter),
  html: htmlOf(letter, from),
});

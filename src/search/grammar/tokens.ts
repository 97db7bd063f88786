import { AppError } from '#kernel/catalogue/errors.ts';
import { isOperatorName } from './query.ts';

/** One token with the position of its first character in the query, in code points from 0. */
export type Token =
  | { kind: 'word'; text: string; position: number }
  | { kind: 'phrase'; text: string; position: number }
  | { kind: 'name'; text: string; position: number }
  | { kind: '(' | ')' | '-' | '*' | 'end'; position: number };

/** @returns the error of a query that cannot be parsed (spec 7.2; decisions.md section 4) */
export const queryError = (position: number, expected: string): AppError =>
  new AppError('invalid_query', { position, expected });

const NAME = /^[A-Za-z_]+$/;
const isBlank = (character: string): boolean => /\s/u.test(character);
const endsWord = (character: string): boolean => isBlank(character) || '()"'.includes(character);

/**
 * Splits a query into tokens; the last one is `end`. If it is not `strict`, a colon after a name that is not an operator
 * and a quote that opens no phrase are text. @throws AppError `invalid_query` for an unclosed quote of a strict query
 */
export function tokenize(query: string, { strict }: { strict: boolean }): Token[] {
  const characters = [...query];
  const tokens: Token[] = [];
  let at = 0;
  while (at < characters.length) {
    const character = characters[at]!;
    if (isBlank(character)) at += 1;
    else if (character === '(' || character === ')') tokens.push({ kind: character, position: at++ });
    else if (character === '"' && !strict && !opensPhrase(characters, at)) at += 1;
    else if (character === '"') at = readPhrase(characters, at, tokens);
    else if (character === '-' && negates(characters, at)) tokens.push({ kind: '-', position: at++ });
    else at = readWord(characters, at, tokens, strict);
  }
  tokens.push({ kind: 'end', position: characters.length });
  return tokens;
}

/** A hyphen negates only the token directly after it. Alone it is a word with nothing to search for. */
const negates = (characters: readonly string[], at: number): boolean =>
  at + 1 < characters.length && !isBlank(characters[at + 1]!);

/** A quote opens a phrase only at the beginning of a word, and if another one closes it: 27" is a size. */
const opensPhrase = (characters: readonly string[], at: number): boolean =>
  (at === 0 || /[\s(:"-]/u.test(characters[at - 1]!)) && characters.indexOf('"', at + 1) > at + 1;

function readPhrase(characters: readonly string[], start: number, tokens: Token[]): number {
  const end = characters.indexOf('"', start + 1);
  if (end < 0) throw queryError(characters.length, 'a closing quote');
  tokens.push({ kind: 'phrase', text: characters.slice(start + 1, end).join(''), position: start });
  return end + 1;
}

/** A word. The name of an operator before it and the star of a prefix after it are separate tokens. */
function readWord(characters: readonly string[], start: number, tokens: Token[], strict: boolean): number {
  let end = start;
  while (end < characters.length && !endsWord(characters[end]!)) {
    if (characters[end] === ':') {
      const name = characters.slice(start, end).join('');
      if (NAME.test(name) && (strict || isOperatorName(name.toLowerCase()))) {
        tokens.push({ kind: 'name', text: name, position: start });
        return end + 1;
      }
    }
    end += 1;
  }
  const isPrefix = characters[end - 1] === '*' && end - start > 1;
  tokens.push({
    kind: 'word',
    text: characters.slice(start, isPrefix ? end - 1 : end).join(''),
    position: start,
  });
  if (isPrefix) tokens.push({ kind: '*', position: end - 1 });
  return end;
}

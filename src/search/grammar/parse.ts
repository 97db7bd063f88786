import { AppError } from '#kernel/catalogue/errors.ts';
import { isOperatorName, operatorNames, type Query, type Value } from './query.ts';
import { queryError, type Token, tokenize } from './tokens.ts';
import { misfit } from './values.ts';

const MAX_DEPTH = 16;
const MAX_TERMS = 64;

export type Strictness = { strict: boolean };

/**
 * Parses a search query (decisions.md section 4). Unless it is `strict`, invalid syntax is treated as text, and
 * the only error is a value that its operator does not accept.
 * @returns null for a query without any condition
 * @throws AppError `invalid_query` with `details.position` and `details.expected`
 */
export function parseQuery(text: string, { strict }: Strictness = { strict: true }): Query | null {
  if (strict) return new Parser(tokenize(text, { strict })).whole();
  return parseText(balanced(tokenize(text, { strict })));
}

/** Parses leniently: a token in the wrong place is read as text. */
function parseText(tokens: readonly Token[]): Query | null {
  for (let left = tokens; ; ) {
    try {
      return new Parser(left).whole();
    } catch (error) {
      const place = misplaced(left, error);
      if (place === null) throw error;
      left = left.flatMap((token, index) => (index === place ? asText(token) : [token]));
    }
  }
}

/** The token that makes the query invalid; null if the error is a value that its operator does not accept. */
function misplaced(tokens: readonly Token[], error: unknown): number | null {
  if (!(error instanceof AppError)) return null;
  const { position } = error.details as { position: number };
  const at = tokens.findIndex((token) => token.position >= position);
  const [before, token] = [tokens[at - 1], tokens[at]!];
  if (before?.kind === 'name') {
    const standsClose = token.position === before.position + before.text.length + 1;
    return standsClose && (token.kind === 'word' || token.kind === 'phrase') && !isConjunction(token.text)
      ? null
      : at - 1;
  }
  // A value within parentheses.
  if (before?.kind === '(' && tokens[at - 2]?.kind === 'name') return at - 2;
  return token.kind === 'end' ? at - 1 : at;
}

/** A token as text: operator names and conjunctions become words, and signs are removed. */
function asText(token: Token): Token[] {
  if (token.kind === 'name') return [{ kind: 'word', text: token.text, position: token.position }];
  if (token.kind === 'word' && isConjunction(token.text))
    return [{ ...token, text: token.text.toLowerCase() }];
  return [];
}

/** The tokens without unbalanced parentheses, and without parentheses that are nested too deep. */
function balanced(tokens: readonly Token[]): Token[] {
  const open: number[] = [];
  const loose = new Set<number>();
  let depth = 0;
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === '(') depth = Math.max(depth, open.push(index));
    else if (kind === ')' && open.pop() === undefined) loose.add(index);
  }
  for (const index of open) loose.add(index);
  const isParenthesis = ({ kind }: Token): boolean => kind === '(' || kind === ')';
  return tokens.filter((token, index) => !(isParenthesis(token) && (depth > MAX_DEPTH || loose.has(index))));
}

/** Recursive descent, one method per rule of the grammar. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #terms = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Query | null {
    if (this.#isAtEnd()) return null;
    const query = this.#or();
    if (!this.#isAtEnd()) throw queryError(this.#now.position, 'the end of the query');
    return query;
  }

  #or(): Query {
    const parts = [this.#and()];
    while (this.#isWord('OR')) {
      this.#at += 1;
      parts.push(this.#and());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'or', of: parts };
  }

  #and(): Query {
    const parts = [this.#unary()];
    for (;;) {
      if (this.#isWord('AND')) this.#at += 1;
      else if (this.#now.kind === 'end' || this.#now.kind === ')' || this.#isWord('OR')) break;
      parts.push(this.#unary());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', of: parts };
  }

  #unary(): Query {
    if (this.#now.kind !== '-' && !this.#isWord('NOT')) return this.#primary();
    this.#at += 1;
    return { kind: 'not', of: this.#primary() };
  }

  #primary(): Query {
    const token = this.#now;
    this.#at += 1;
    switch (token.kind) {
      case '(':
        return this.#group(token.position);
      case 'phrase':
        this.#count(token.position);
        return { kind: 'phrase', text: token.text };
      case 'name':
        return this.#operator(token.text, token.position);
      case 'word':
        if (!isConjunction(token.text)) return this.#word(token);
    }
    throw queryError(token.position, 'a word, a phrase, an operator or an opening parenthesis');
  }

  #word({ text, position }: Extract<Token, { kind: 'word' }>): Query {
    this.#count(position);
    const prefix = this.#now.kind === '*';
    if (prefix) this.#at += 1;
    return { kind: 'word', text, prefix };
  }

  #group(position: number): Query {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw queryError(position, `at most ${MAX_DEPTH} levels of parentheses`);
    const inner = this.#or();
    if (this.#now.kind !== ')') throw queryError(this.#now.position, 'a closing parenthesis');
    this.#at += 1;
    this.#depth -= 1;
    return inner;
  }

  #operator(written: string, position: number): Query {
    const name = written.toLowerCase();
    if (!isOperatorName(name)) {
      throw queryError(position, `one of ${operatorNames.map((known) => `${known}:`).join(' ')}`);
    }
    const values = this.#now.kind === '(' ? this.#alternatives() : [this.#value()];
    for (const value of values) {
      const expected = misfit(name, value);
      if (expected !== null) throw queryError(value.position, expected);
    }
    return { kind: 'operator', name, values };
  }

  /** `"(" word { "OR" word } ")"` */
  #alternatives(): Value[] {
    this.#at += 1;
    const values = [this.#value()];
    while (this.#isWord('OR')) {
      this.#at += 1;
      values.push(this.#value());
    }
    if (this.#now.kind !== ')') throw queryError(this.#now.position, 'OR or a closing parenthesis');
    this.#at += 1;
    return values;
  }

  #value(): Value {
    const token = this.#now;
    const standsClose = token.kind === 'word' || token.kind === 'phrase';
    if (!standsClose || (token.kind === 'word' && isConjunction(token.text))) {
      throw queryError(token.position, 'a value');
    }
    this.#count(token.position);
    this.#at += 1;
    return { text: token.text, phrase: token.kind === 'phrase', position: token.position };
  }

  #count(position: number): void {
    this.#terms += 1;
    if (this.#terms > MAX_TERMS) throw queryError(position, `at most ${MAX_TERMS} words`);
  }

  #isAtEnd(): boolean {
    return this.#now.kind === 'end';
  }

  #isWord(text: string): boolean {
    const token = this.#now;
    return token.kind === 'word' && token.text === text;
  }

  get #now(): Token {
    return this.#tokens[this.#at]!;
  }
}

/** Whether it is a conjunction. In lower case, conjunctions are ordinary words. */
const isConjunction = (text: string): boolean => text === 'OR' || text === 'AND' || text === 'NOT';

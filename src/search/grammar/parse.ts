import { isOperatorName, operatorNames, type Query, type Value } from './query.ts';
import { queryError, type Token, tokenize } from './tokens.ts';
import { misfit } from './values.ts';

const MAX_DEPTH = 16;
const MAX_TERMS = 64;

/**
 * Parses a search query (decisions.md section 4). @returns null for one that asks for nothing in particular
 * @throws AppError `invalid_query` with `details.position` and `details.expected`
 */
export function parseQuery(text: string): Query | null {
  const parser = new Parser(tokenize(text));
  return parser.whole();
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

/** Words that join others; in lower case they are words like any. */
const isConjunction = (text: string): boolean => text === 'OR' || text === 'AND' || text === 'NOT';

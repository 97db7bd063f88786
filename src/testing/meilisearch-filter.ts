// The part of Meilisearch's filter grammar that the product uses (crates/filter-parser/src/lib.rs of Meilisearch 1.50):
// AND, OR, NOT, parentheses, and comparisons of an attribute with a word or a value in double quotes.

export type Matches = (document: Record<string, unknown>) => boolean;

export class FilterError extends Error {}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|([()])|(>=|<=|=|>|<)|([\w.-]+))/gy;

type Token = { text: string; kind: 'value' | 'parenthesis' | 'operator' | 'word' };

function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < filter.trimEnd().length) {
    const found = TOKEN.exec(filter);
    if (!found) throw new FilterError(`Was not expecting that in the filter: ${filter}`);
    const [, value, parenthesis, operator, word] = found;
    if (value !== undefined) tokens.push({ kind: 'value', text: value.replaceAll('\\"', '"') });
    else if (parenthesis) tokens.push({ kind: 'parenthesis', text: parenthesis });
    else if (operator) tokens.push({ kind: 'operator', text: operator });
    else tokens.push({ kind: 'word', text: word! });
  }
  return tokens;
}

/** Parses a filter. `features` has the filterable attributes, and whether they allow comparisons by size. */
export function parseFilter(filter: string, features: ReadonlyMap<string, { comparison: boolean }>): Matches {
  const tokens = tokensOf(filter);
  let at = 0;
  const next = (text: string): boolean => {
    if (tokens[at]?.text !== text || tokens[at]?.kind === 'value') return false;
    at += 1;
    return true;
  };

  function or(): Matches {
    const parts = [and()];
    while (next('OR')) parts.push(and());
    return (document) => parts.some((part) => part(document));
  }
  function and(): Matches {
    const parts = [not()];
    while (next('AND')) parts.push(not());
    return (document) => parts.every((part) => part(document));
  }
  function not(): Matches {
    if (!next('NOT')) return primary();
    const inner = not();
    return (document) => !inner(document);
  }
  function primary(): Matches {
    if (!next('(')) return condition();
    const inner = or();
    if (!next(')')) throw new FilterError('Expression is missing a closing parenthesis.');
    return inner;
  }
  function condition(): Matches {
    const [field, operator, value] = tokens.slice(at, at + 3);
    at += 3;
    if (field?.kind !== 'word' || operator?.kind !== 'operator' || !value) throw new FilterError(filter);
    const feature = features.get(field.text);
    if (!feature) throw new FilterError(`Attribute \`${field.text}\` is not filterable.`);
    if (operator.text !== '=' && !feature.comparison)
      throw new FilterError(`Attribute \`${field.text}\` has no comparison.`);
    return (document) => [document[field.text]].flat().some((one) => holds(one, operator.text, value.text));
  }
  const matches = or();
  if (at < tokens.length)
    throw new FilterError(`Found unexpected characters at the end of the filter: ${filter}`);
  return matches;
}

/** Strings are compared without case and compatibility forms, numbers by size. Each string is folded only once. */
const known = new Map<string, string>();
function folded(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const form = text.normalize('NFKD').trim().toLowerCase();
  known.set(text, form);
  return form;
}

function holds(value: unknown, operator: string, wanted: string): boolean {
  if (operator === '=')
    return typeof value === 'number'
      ? value === Number(wanted)
      : typeof value === 'string' && folded(value) === folded(wanted);
  if (typeof value !== 'number') return false;
  switch (operator) {
    case '>':
      return value > Number(wanted);
    case '>=':
      return value >= Number(wanted);
    case '<':
      return value < Number(wanted);
    default:
      return value <= Number(wanted);
  }
}

import { invalidRequest } from '../catalogue/errors.ts';
import { limits } from '../catalogue/limits.ts';

const MAX_PATH = 200;

const tooDeep = `Use at most ${limits.json.depth} levels of nesting.`;
const mostOf = (isList: boolean): number => (isList ? limits.json.items : limits.json.properties);

/**
 * Refuses hostile JSON before any schema walks it: nesting that would overflow the stack, objects and arrays with so many
 * members that listing their violations would itself be the attack, and keys that name the prototype. Transports call it on
 * parsed bodies.
 * @throws AppError `invalid_request` with the path
 */
export function assertPlainJson(body: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const refuse = (message: string) => invalidRequest([{ path: path.slice(0, MAX_PATH), message }]);
    if (depth > limits.json.depth) throw refuse(tooDeep);
    const isList = Array.isArray(value);
    const size = isList ? value.length : Object.keys(value).length;
    if (size > mostOf(isList)) throw refuse(`Use at most ${mostOf(isList)} values.`);
    if (Object.hasOwn(value, '__proto__')) throw refuse('Remove the field __proto__.');
    for (const [name, member] of Object.entries(value)) {
      waiting.push({ value: member, path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
}

/** A container that the scan has entered: the number of commas so far, and the position of the last key. */
type Container = { isList: boolean; commas: number; keyAt: number; keyEnd: number };

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  ...'",:[\\]{}',
].map((character) => character.charCodeAt(0));

/**
 * Applies the same bounds to JSON text before it is parsed: parsing a million keys takes a second, and this scan stops at the
 * thousandth. Text that is not JSON is left to the parser.
 * @throws AppError `invalid_request` with the path
 */
export function assertPlainJsonText(text: string): void {
  const open: Container[] = [];
  let values = 0;
  let quoted = { at: 0, end: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    const inside = open.at(-1);
    if (character === QUOTE) {
      quoted = { at, end: endOfString(text, at) };
      at = quoted.end;
    } else if (character === COLON && inside) {
      inside.keyAt = quoted.at + 1;
      inside.keyEnd = quoted.end;
    } else if (character === COMMA && inside) {
      inside.commas += 1;
      values += 1;
      assertSize(text, open, inside, values);
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      open.push({ isList: character === OPEN_LIST, commas: 0, keyAt: 0, keyEnd: 0 });
      if (open.length > limits.json.depth + 1) throw refusal(text, open, tooDeep);
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      open.pop();
    }
  }
}

function assertSize(text: string, open: readonly Container[], inside: Container, values: number): void {
  const most = mostOf(inside.isList);
  if (inside.commas >= most) throw refusal(text, open, `Use at most ${most} values.`);
  if (values >= limits.json.values) {
    throw refusal(text, open.slice(0, 1), `Use at most ${limits.json.values} values in the whole body.`);
  }
}

/** The end of the string that begins at `start`: the next quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** The path to the innermost container: keys, and indexes of lists. */
function refusal(text: string, open: readonly Container[], message: string): Error {
  const names = open
    .slice(0, -1)
    .map(({ isList, commas, keyAt, keyEnd }) =>
      isList ? String(commas) : text.slice(keyAt, Math.min(keyEnd, keyAt + MAX_PATH)),
    );
  return invalidRequest([{ path: names.join('.').slice(0, MAX_PATH), message }]);
}

import { describe, expect, it } from 'vitest';
import { AppError, type FieldError } from '../catalogue/errors.ts';
import { limits } from '../catalogue/limits.ts';
import { assertPlainJson, assertPlainJsonText } from './plain-json.ts';

/** The violation that each of the two checks reports, or null. */
function refusalsOf(text: string): (FieldError | null)[] {
  return [() => assertPlainJsonText(text), () => assertPlainJson(JSON.parse(text))].map(refusalOf);
}

function refusalOf(check: () => void): FieldError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details!.errors as FieldError[])[0]!;
  }
}

const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join()}}`;
const list = (count: number): string => `[${Array(count).fill('{}').join()}]`;
const { depth, properties, items, values } = limits.json;

describe('bounds on JSON (spec 8.1)', () => {
  it.each([
    ['an ordinary body', '{"to":["a@b.example",{"address":"c@d.example","name":null}],"n":-1.5e3,"t":true}'],
    ['nothing', '{}'],
    ['as many keys as are allowed', keys(properties)],
    ['as many items as are allowed', `{"to":${list(items)}}`],
    ['as deep as is allowed', '['.repeat(depth + 1) + ']'.repeat(depth + 1)],
    ['punctuation in strings', `{"text":"${'{[,:]}'.repeat(5_000)}","k,{":1}`],
    ['quotes in strings', String.raw`{"a":"\"\"\\","b\\\"":"\\\\","c":["\\\"",",,"]}`],
  ])('lets through: %s', (_, text) => {
    expect(refusalsOf(text)).toEqual([null, null]);
  });

  it.each([
    ['a million keys', `{"metadata":${keys(1_000_000)}}`, 'metadata', `at most ${properties}`],
    ['one key too many', keys(properties + 1), '', `at most ${properties}`],
    ['too many items', `{"a":1,"to":[0,${list(items + 1)}]}`, 'to.1', `at most ${items}`],
    ['too deep', `{"a":[1,${'{"b":'.repeat(depth)}1${'}'.repeat(depth)}]}`, 'a.1.b.b', 'levels of nesting'],
    ['a long key', `{"${'k'.repeat(5_000)}":${keys(properties + 1)}}`, 'kkk', `at most ${properties}`],
  ])('refuses with the path: %s', (_, text, path, message) => {
    for (const refusal of refusalsOf(text)) {
      expect(refusal!.path.startsWith(path)).toBe(true);
      expect(refusal!.path.length).toBeLessThanOrEqual(200);
      expect(refusal!.message).toContain(message);
    }
  });

  it('refuses very many values that no single object holds', () => {
    const text = `[${Array(11).fill(list(10_000)).join()}]`;
    expect(refusalOf(() => assertPlainJsonText(text))!.message).toContain(
      `${values} values in the whole body`,
    );
  });

  it('refuses text that a parser would end its stack on, or take long for', () => {
    for (const text of ['['.repeat(7_000_000), '{"a":'.repeat(1_400_000), `[${'"",'.repeat(2_000_000)}`]) {
      expect(refusalOf(() => assertPlainJsonText(text))).not.toBeNull();
    }
  });

  it('leaves text that is not JSON to the parser', () => {
    for (const text of ['', ']]}}', '"', '"\\', ':,:,', '{"a"', 'null', '\\"', ',']) {
      expect(refusalOf(() => assertPlainJsonText(text))).toBeNull();
    }
  });

  it('refuses __proto__ as a key', () => {
    expect(refusalOf(() => assertPlainJson(JSON.parse('{"a":{"__proto__":{}}}')))).toMatchObject({
      path: 'a',
    });
  });
});

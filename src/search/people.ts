import { getDomain, getPublicSuffix } from 'tldts';
import { folded, wordsOf } from './words.ts';

export type Person = { address: string; name: string | null };

const MOST_WORDS = 32;

const foldedWords = (text: string): string[] => wordsOf(folded(text), MOST_WORDS).map((word) => word.text);

/**
 * The search terms of a person: the whole address, its domain with and without @ (and that of the
 * organisation), the local part, and the words of the local part, of the domain (without its public suffix, so that
 * `from:northgate` finds `northgate-travel.co.uk`) and of the name.
 */
export function personTokens({ address, name }: Person): string[] {
  const whole = folded(address);
  const at = whole.lastIndexOf('@');
  const [local, domain] = at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 1)];
  const organisation = getDomain(domain) ?? domain;
  const domains = [...new Set([domain, organisation])].filter(Boolean);
  return [
    ...[whole, local, ...domains, ...domains.map((each) => `@${each}`)],
    ...foldedWords(local),
    ...foldedWords(withoutSuffix(domain)),
    ...(name ? foldedWords(name) : []),
  ];
}

function withoutSuffix(domain: string): string {
  const suffix = getPublicSuffix(domain);
  return suffix && domain.endsWith(`.${suffix}`) ? domain.slice(0, -suffix.length - 1) : '';
}

const IS_WHOLE = /^\S*[@.]\S*$/;

/**
 * The tokens that a person must have to match the value of an operator. A value without a word, for example `%`, is
 * a token that nobody has.
 */
export function tokensWanted(value: string): string[] {
  const text = folded(value.trim());
  const words = IS_WHOLE.test(text) ? [] : foldedWords(text);
  return words.length === 0 ? [text] : words;
}

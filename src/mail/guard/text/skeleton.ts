import { domainToUnicode } from 'node:url';

/** Letters of other scripts that look like Latin letters (Unicode Technical Standard 39, confusables). */
const lookalikes: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n' },
  ...{ о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', у: 'y', ѵ: 'v', ԝ: 'w', х: 'x', ı: 'i', ł: 'l', ø: 'o' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w' },
};
const otherScript = /\P{ASCII}/gu;

/**
 * The Latin letters and digits of a text in lower case with nothing between them. Lookalikes become the letters that they
 * resemble.
 */
export const skeletonOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(otherScript, (character) => lookalikes[character] ?? ' ')
    .replace(/[^a-z0-9]+/g, '');

const mixed = /[a-z][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][a-z]/u;

/** Whether a domain mixes scripts whose letters look alike. Registrars forbid this, and honest names do not need it. */
export const isMixed = (domain: string): boolean => mixed.test(domainToUnicode(domain));

const SHORTEST_NAME = 4;
/** The longest spelling of a domain's dot: `dot`, `(punkt)`, `[.]`. */
const MOST_BETWEEN = 6;

/** Whether a text contains a domain in some spelling, such as `evil-shop dot example`. */
export function spells(skeleton: string, domain: string): boolean {
  const [name = '', ...suffix] = domainToUnicode(domain).split('.');
  const [start, end] = [skeletonOf(name), skeletonOf(suffix.at(-1) ?? '')];
  if (start.length < SHORTEST_NAME || end === '') return false;
  for (let at = skeleton.indexOf(start); at >= 0; at = skeleton.indexOf(start, at + 1)) {
    const after = at + start.length;
    if (skeleton.slice(after, after + MOST_BETWEEN * suffix.length + suffix.join('').length).includes(end))
      return true;
  }
  return false;
}

/** The shortest part of a number that is unlikely to be coincidence. */
const PART = 6;

/** The texts from which a number can be assembled: its beginning and its end, or all of it backwards. */
export function partsIn<T extends { skeleton: string }>(texts: readonly T[], number: string): T[] {
  const wanted = skeletonOf(number);
  const backwards = [...wanted].reverse().join('');
  const turned = texts.filter(({ skeleton }) => skeleton.includes(backwards));
  if (turned.length > 0) return turned;
  const first = longest(texts, (length) => wanted.slice(0, length), wanted.length);
  const last = longest(texts, (length) => wanted.slice(-length), wanted.length);
  if (!first || !last || first.length + last.length < wanted.length) return [];
  return [...new Set([first.text, last.text])];
}

const HALF = 8;

/** Whether a text contains the beginning or the end of a number, or all of it backwards. */
export function holdsPart(skeleton: string, number: string): boolean {
  const wanted = skeletonOf(number);
  const forms = [wanted.slice(0, HALF), wanted.slice(-HALF), [...wanted].reverse().join('')];
  return wanted.length >= HALF && forms.some((form) => skeleton.includes(form));
}

function longest<T extends { skeleton: string }>(
  texts: readonly T[],
  part: (length: number) => string,
  most: number,
): { text: T; length: number } | null {
  let best: { text: T; length: number } | null = null;
  for (const text of texts) {
    let length: number = best ? best.length + 1 : PART;
    while (length <= most && text.skeleton.includes(part(length))) {
      best = { text, length };
      length += 1;
    }
  }
  return best;
}

/**
 * Names that the eye takes for others: a small part of Unicode's confusables (UTS 39) that is enough here, because
 * names are ASCII anyway. For other scripts it only decides which refusal the caller reads.
 */

/** Characters of a username that look like another character. `i`, `l` and `1` all become `l`. */
const asciiLookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
};

/** Two names with the same shape look alike: separators do not count, digits read as letters, `rn` reads as `m`. */
export const shapeOf = (name: string): string =>
  name
    .replace(/[._-]/g, '')
    .replace(/[0-9i]/g, (character) => asciiLookAlikes[character] ?? character)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Letters of other scripts that look like a Latin one, by the Latin letter. */
const foreignLookAlikes = new Map(
  Object.entries({
    a: 'аαɑаꭺᎪ',
    b: 'ЬьвВΒꮟ',
    c: 'сϲᴄⅽ',
    d: 'ԁⅾᏧ',
    e: 'еҽєеεЕΕ',
    f: 'ƒϝք',
    g: 'ɡցԍ',
    h: 'һհнНΗ',
    i: 'іιıɩӏ',
    j: 'јϳ',
    k: 'кκКΚ',
    l: 'ӏⅼıӀ',
    m: 'мⅿМΜ',
    n: 'ոпηΝ',
    o: 'оοօסഠоΟО',
    p: 'рρΡР',
    q: 'ԛզ',
    r: 'гᴦꭇ',
    s: 'ѕꜱЅ',
    t: 'тτТΤ',
    u: 'υսцᴜ',
    v: 'νѵᴠ',
    w: 'ԝѡɯա',
    x: 'хχХΧ',
    y: 'уγүУΥ',
    z: 'ᴢzΖ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}\p{Bidi_Control}]/u;

const latin = /\p{Script=Latin}/u;
const cyrillic = /\p{Script=Cyrillic}/u;
const greek = /\p{Script=Greek}/u;
const otherLetters =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}])\p{L}/u;

/** Whether a text mixes scripts. Scripts other than Latin, Cyrillic and Greek count as one, as East Asian names mix them. */
const isMixed = (text: string): boolean =>
  [latin, cyrillic, greek, otherLetters].filter((script) => script.test(text)).length > 1;

/** Whether a non-ASCII name looks like an ASCII one (a whole-script confusable in UTS 39). */
function passesForAscii(text: string): boolean {
  return /^[a-z0-9._-]+$/.test(latinLook(text));
}

/** The text with letters of other scripts replaced by the Latin letters that they look like. */
export const latinLook = (text: string): string =>
  [...text.normalize('NFKC')]
    .map((character) => foreignLookAlikes.get(character) ?? character.toLowerCase())
    .join('');

/** Whether a name is right-to-left, mixes scripts, is partly invisible, or looks like ASCII (spec 2.4). */
export function isDeceptive(name: string): boolean {
  if (!/[^\p{ASCII}]/u.test(name)) return false;
  return (
    rightToLeft.test(name) ||
    /\p{Default_Ignorable_Code_Point}/u.test(name) ||
    isMixed(name.normalize('NFKC')) ||
    passesForAscii(name)
  );
}

const separators = /[\s.,;:_*|/\\-]+/g;

/** Whether a text contains a code as it is, with separators between its characters, or backwards. */
export function holdsCode(text: string, code: string): boolean {
  const wanted = code.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  if (wanted.length < 4) return false;
  const upper = text.toUpperCase();
  return [wanted, [...wanted].reverse().join('')].some(
    (form) => standsAlone(upper, form) || standsApart(upper, form),
  );
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');

const standsAlone = (text: string, code: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(code)}(?![\\p{L}\\p{N}])`, 'u').test(text);

/** Whether the characters of the code occur with only separators between them, such as `4 8 1-2 0 9`. */
function standsApart(text: string, code: string): boolean {
  if (code.length < 5) return false;
  const between = '[\\s.,;:_*|/\\\\-]{1,3}';
  const characters = [...code].map(escaped).join(`(?:${between})?`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${characters}(?![\\p{L}\\p{N}])`, 'u').test(
    text.replace(separators, ' '),
  );
}

/** RFC 1035 3.3: a TXT record consists of strings of at most 255 bytes. */
const MAX_STRING = 255;

/** The text of a TXT record in the form that the API accepts: quoted strings, with long texts split. */
export function txtContent(text: string): string {
  const strings = text.match(new RegExp(`[\\s\\S]{1,${MAX_STRING}}`, 'g')) ?? [''];
  return strings.map((string) => `"${string.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
}

/** The plain text of a TXT record as the API returns it, quoted or not. */
export function txtText(content: string): string {
  if (!content.startsWith('"')) return content;
  const strings = [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((found) => found[1]!);
  return strings.join('').replaceAll(/\\(.)/g, '$1');
}

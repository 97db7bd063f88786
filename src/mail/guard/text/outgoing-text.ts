/** How many characters of an attached text file are read. */
const MOST_OF_FILE = 64 * 1024;
const MOST_DECODED = 8;

const encoded = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const printable = /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]+$/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (bytes: Uint8Array): string | null => {
  try {
    const text = utf8.decode(bytes);
    return printable.test(text) ? text : null;
  } catch {
    return null;
  }
};

/** The content of an attached text file, or an empty string for other files. */
export const fileText = (content: Uint8Array | null): string => {
  if (content === null || content.length > MOST_OF_FILE * 4) return '';
  return textOf(content)?.slice(0, MOST_OF_FILE) ?? '';
};

/** The Base64 passages of a text, decoded. */
export function decodedIn(text: string): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(encoded)) {
    const decoded = textOf(Buffer.from(match, 'base64'));
    if (decoded && decoded.length >= 4) found.push(decoded);
    if (found.length >= MOST_DECODED) break;
  }
  return found;
}

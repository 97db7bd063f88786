const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeWith = (character: string): string => escapes[character]!;

export const escapeText = (text: string): string => text.replace(/[&<>]/g, escapeWith);
export const escapeValue = (value: string): string => value.replace(/[&<>"]/g, escapeWith);

/** Cuts a text to a number of UTF-16 code units without splitting a surrogate pair, which UTF-8 and JSON in Postgres refuse. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const endsInsidePair = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, endsInsidePair ? most - 1 : most);
}

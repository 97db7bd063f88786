/** At most so many UTF-16 code units, never half a surrogate pair, which neither JSON in Postgres nor UTF-8 has. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const endsInsidePair = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, endsInsidePair ? most - 1 : most);
}

/**
 * The label of a code. Labels are complete for the codes of this version; a code of another version, for example
 * while a deployment is being updated, is shown as words.
 */
export const labelOf = <Label extends string | object>(
  labels: Readonly<Record<string, Label>>,
  code: string,
): Label | undefined => (Object.hasOwn(labels, code) ? labels[code] : undefined);

/** Turns a code into words: `bank_details` becomes “Bank details”. */
export function asWords(code: string): string {
  const words = code.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

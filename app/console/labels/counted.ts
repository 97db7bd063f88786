const numbers = new Intl.NumberFormat('en');

export const numberWords = (amount: number): string => numbers.format(amount);

/** A number with its noun, for example `1 message` or `1,200 messages`. */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
  `${numbers.format(amount)} ${amount === 1 ? one : many}`;

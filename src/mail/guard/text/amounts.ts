const currency =
  '(?:€|\\$|£|¥|₽|₺|₴|₹|zł|kr|lei|EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK|CZK|JPY|CNY|INR|BRL|AUD|CAD|euros?|dollars?|pounds?|francs?|złotych)';
const number = "\\d{1,3}(?:[.,' \\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?";
const amount = new RegExp(
  `(?<![\\p{L}\\d])(?:${currency}\\s?(${number})|(${number})\\s?${currency}(?![\\p{L}\\d]))`,
  'giu',
);
const MOST = 100;

/** The amounts of money in a text, without separators, and without cents if they are zero. */
export function amountsIn(text: string): Set<string> {
  const found = [...text.matchAll(amount)].slice(0, MOST).map(([, before, after]) => (before ?? after)!);
  return new Set(found.map(plain));
}

const plain = (written: string): string => {
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/s.exec(written)!;
  const cents = part.padEnd(2, '0');
  return whole.replace(/\D/g, '') + (Number(cents) > 0 ? `.${cents}` : '');
};

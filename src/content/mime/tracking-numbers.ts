/** A possible tracking number; `named` means that the words before it say so. */
export type TrackingCandidate = { value: string; named: boolean };

/** Words that name a tracking number. */
const names =
  /(?:track(?:ing)?|shipment|consignment|parcel|waybill|awb|sendung|sendungsnummer|paketnummer|suivi|colis|seguimiento|env[ií]o|rastreio|rastreamento|tracciatura|spedizione|zending|track ?& ?trace|sp[aå]rning|sporing|seuranta|przesy[lł]k|z[aá]silk|отслежив|отправлен|трек|takip|kargo|追跡|伝票|快递|物流|運單|单号|운송장|ups|fedex|usps|dhl|dpd|gls|hermes|royal mail)/iu;

const shapes =
  /(?<![\p{L}\d])(1Z ?[\dA-Z]{3} ?[\dA-Z]{3} ?[\dA-Z]{2} ?\d{4} ?\d{3} ?\d|[A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}|JJD\d{16,18}|\d(?:[ ]?\d){8,33})(?![\p{L}\d])/gu;

const MAX_CANDIDATES = 200;

/** What every shape has, as a quick expression. */
const eightDigits = /\d(?: ?\d){7}/;

export function* trackingCandidates(text: string): Generator<TrackingCandidate> {
  if (!eightDigits.test(text)) return;
  let count = 0;
  for (const match of text.matchAll(shapes)) {
    count += 1;
    if (count > MAX_CANDIDATES) return;
    const before = text.slice(Math.max(0, match.index - 80), match.index);
    yield { value: match[1]!.replaceAll(' ', ''), named: names.test(before) };
  }
}

/**
 * Whether it is a tracking number: its check digit must be right where its carrier has one. Numbers of digits alone must
 * be named as one as well, because one in ten other numbers has the right check digit by chance.
 */
export function isTrackingNumber({ value, named }: TrackingCandidate): boolean {
  if (value.startsWith('1Z')) return isUps(value);
  if (/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(value)) return isPostal(value);
  if (value.startsWith('JJD')) return true;
  return named && (isFedEx(value) || isUsps(value) || isDhl(value));
}

const digitsOf = (text: string): number[] => [...text].map(Number);

/** UPS: 1Z and 15 letters or digits, letters counted as digits, weights 1 and 2 by turns, modulo 10. */
function isUps(value: string): boolean {
  if (!/^1Z[\dA-Z]{15}\d$/.test(value)) return false;
  const body = [...value.slice(2, 17)].map((c) => (/\d/.test(c) ? Number(c) : (c.charCodeAt(0) - 63) % 10));
  const sum = body.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10 === Number(value.at(-1));
}

/** Postal services (UPU S10): weights 8 6 4 2 3 5 9 7, modulo 11. */
function isPostal(value: string): boolean {
  const digits = digitsOf(value.slice(2, 11));
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const rest = 11 - (weights.reduce((sum, weight, index) => sum + weight * digits[index]!, 0) % 11);
  return digits[8] === (rest === 10 ? 0 : rest === 11 ? 5 : rest);
}

/** FedEx: Express with 12 digits (weights 3 1 7 from the left, modulo 11), Ground with 15 (modulo 10, as a GS1 number). */
function isFedEx(value: string): boolean {
  const digits = digitsOf(value);
  if (value.length === 12) {
    const weights = [3, 1, 7];
    const sum = digits.slice(0, 11).reduce((total, digit, index) => total + digit * weights[index % 3]!, 0);
    return (sum % 11) % 10 === digits[11];
  }
  return value.length === 15 && isGs1(digits);
}

/** USPS: 20 or 22 digits, with the ZIP code of the receiver before them (420) up to 34; the check digit of GS1. */
function isUsps(value: string): boolean {
  const number = /^420\d{5}(?:\d{4})?(9\d{21})$/.exec(value)?.[1] ?? value;
  if (number.length === 22 ? !/^9[1-5]/.test(number) : number.length !== 20) return false;
  return isGs1(digitsOf(number));
}

/** Weights 3 and 1 by turns from the right, modulo 10. */
function isGs1(digits: readonly number[]): boolean {
  const body = digits.slice(0, -1).reverse();
  const sum = body.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === digits.at(-1);
}

/** DHL Express: 10 digits, the last the rest of the others divided by 7. DHL Parcel: 20 digits, 00 and a GS1 number. */
function isDhl(value: string): boolean {
  if (value.length === 10) return Number(BigInt(value.slice(0, 9)) % 7n) === Number(value.at(-1));
  return value.length === 20 && value.startsWith('00') && isGs1(digitsOf(value));
}

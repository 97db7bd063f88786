import { wordlist } from '@scure/bip39/wordlists/english.js';
import { compact, marksOf } from './marks.ts';

/** The values of the policy `sending.guard_secrets`. */
export const secretKinds = ['keys', 'cards', 'ibans'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** Formats of keys that their issuers document. Each begins with a fixed text. */
const keyForms: readonly [what: string, form: RegExp][] = [
  ['an API key of this deployment', /\bpmk_(?:live|test)_[A-Za-z0-9_-]{32,200}/],
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})\b/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['a Slack token', /\bxox[abeprs]-[A-Za-z0-9-]{10,}/],
  ['a Google API key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['a Stripe key', /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['an OpenAI or Anthropic key', /\bsk-(?:ant-|proj-|svcacct-)?[A-Za-z0-9_-]{20,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a SendGrid key', /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/],
  ['a signed token (JWT)', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  [
    'a database address with a password',
    /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?):\/\/[^\s:@/]+:[^\s@/]+@/i,
  ],
];

const phraseWords: ReadonlySet<string> = new Set(wordlist);
const SHORTEST_PHRASE = 12;

const card = /(?<![\d.-])(?:\d[ -]?){12,18}\d(?![\d-])/g;
/** The first digits of the large card networks' numbers. */
const cardNetworks = /^(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|4[4-9]|5)|35)/;

/** Describes the secrets that a text contains. */
export function secretsIn(text: string, kinds: readonly SecretKind[]): string[] {
  return [
    ...(kinds.includes('keys') ? keyForms.filter(([, form]) => form.test(text)).map(([what]) => what) : []),
    ...(kinds.includes('keys') && holdsRecoveryPhrase(text) ? ['the recovery phrase of a wallet'] : []),
    ...(kinds.includes('cards') && (text.match(card) ?? []).map(compact).some(isCard)
      ? ['the number of a payment card']
      : []),
    ...(kinds.includes('ibans') && marksOf(text).accounts.size > 0
      ? ['the number of a bank account (IBAN)']
      : []),
  ];
}

/** A run of words as long as those of the list, which is rare in ordinary text. It is checked before the list is consulted. */
const likePhrase = /(?<!\p{L})(?:[a-z]{3,8}[^\p{L}]{1,200}){11}[a-z]{3,8}(?!\p{L})/iu;

/**
 * Whether a text contains a BIP-39 recovery phrase: twelve words or more of its list in a row, whatever separates them.
 * Ordinary text has no such run.
 */
function holdsRecoveryPhrase(text: string): boolean {
  if (!likePhrase.test(text)) return false;
  let run = 0;
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    run = phraseWords.has(word) ? run + 1 : 0;
    if (run === SHORTEST_PHRASE) return true;
  }
  return false;
}

/** Whether digits are a card number (ISO/IEC 7812): of an existing network, with the right check digit (Luhn). */
function isCard(digits: string): boolean {
  if (!cardNetworks.test(digits) || new Set(digits).size < 2) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

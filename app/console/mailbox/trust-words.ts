import type { Message } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';
import { domainOf } from './people.ts';

export type TrustStory = {
  tone: Tone;
  /** A few words for beside the sender's name. */
  short: string;
  /** One sentence: who really sent this, as far as anyone can tell. */
  headline: string;
  checks: { name: string; result: string; words: string; tone: Tone }[];
  warnings: string[];
};

/** Tells in plain words what the checks of a received message mean (interface-spec 2.6). Null for what we sent. */
export function trustStory({ trust, from, triage }: Message): TrustStory | null {
  if (!trust) return null;
  const domain = from ? domainOf(from.address) : 'the sender';
  const warnings = [
    ...trust.flags.map((flag) => flagWords[flag] ?? `Unusual: ${plain(flag)}.`),
    ...triage.risk_flags.map((flag) => riskWords[flag] ?? `Risk: ${plain(flag)}.`),
  ];
  return {
    ...verdictWords(trust.verdict, domain),
    checks: [
      check('SPF', trust.spf, spfWords, domain),
      check('DKIM', trust.dkim, dkimWords, domain),
      check('DMARC', trust.dmarc, dmarcWords, domain),
      check('ARC', trust.arc, arcWords, domain),
    ],
    warnings: trust.known_sender
      ? warnings
      : [...warnings, 'This mailbox has never written to this address.'],
  };
}

function verdictWords(verdict: string, domain: string): Pick<TrustStory, 'tone' | 'short' | 'headline'> {
  if (verdict === 'pass') {
    return { tone: 'good', short: 'Verified', headline: `This really comes from ${domain}.` };
  }
  if (verdict === 'fail') {
    return {
      tone: 'bad',
      short: 'Forged',
      headline: `This does not come from ${domain}: its owner says that whoever sent it may not use the name.`,
    };
  }
  return {
    tone: 'warn',
    short: 'Unverified',
    headline: `Nobody vouches for this: anyone could have written ${domain} into the From line.`,
  };
}

type Words = Record<string, string>;

function check(name: string, result: string, words: Words, domain: string): TrustStory['checks'][number] {
  const sentence = (words[result] ?? otherWords[result] ?? 'No clear answer.').replaceAll('{domain}', domain);
  return { name, result, words: sentence, tone: toneOf(result) };
}

function toneOf(result: string): Tone {
  if (result === 'pass') return 'good';
  return result === 'fail' || result === 'permerror' ? 'bad' : 'neutral';
}

const spfWords: Words = {
  pass: 'The server that delivered it may send for the envelope’s domain.',
  fail: 'The server that delivered it may not send for the envelope’s domain.',
  softfail: 'The server that delivered it probably may not send for the envelope’s domain.',
  none: 'The domain does not say which servers may send for it.',
};
const dkimWords: Words = {
  pass: 'A signature is valid: the text is as it was signed.',
  fail: 'A signature does not fit: the text was changed, or the signature is false.',
  none: 'It is not signed.',
};
const dmarcWords: Words = {
  pass: '{domain} confirms it.',
  fail: '{domain} asks to distrust it.',
  none: '{domain} says nothing about mail in its name.',
};
const arcWords: Words = {
  pass: 'A forwarder vouches for what it received.',
  fail: 'The forwarders’ seals do not fit.',
  none: 'It was not forwarded under seal.',
};
const otherWords: Words = {
  neutral: 'The domain leaves it open.',
  temperror: 'The domain’s name servers gave no answer.',
  permerror: 'The domain’s records are broken.',
  policy: 'Valid, but too weak to count.',
};

export const flagWords: Words = {
  hidden_text: 'It holds text that a reader does not see but an agent would read.',
  display_name_spoof: 'The sender’s name shows another address or name than the real one.',
  lookalike_domain: 'The domain looks like one that you know, but is another.',
  reply_to_mismatch: 'Answers would go to another domain than the sender’s.',
  thread_join_unverified:
    'It claims to belong to this conversation, without proof that its sender takes part.',
};

export const riskWords: Words = {
  prompt_injection: 'It tries to steer the agent that reads it.',
  credential_request: 'It asks for a password or a code.',
  payment_request: 'It asks for a payment, or for other bank details.',
  phishing_link: 'A link leads somewhere else than it says.',
  impersonation: 'It claims to be somebody that it probably is not.',
  attachment_risk: 'An attachment may be dangerous.',
  otp: 'It brings a one-time code.',
};

/** The place of the passage that a risk flag was raised for. */
export const partWords: Record<Message['triage']['evidence'][number]['part'], string> = {
  subject: 'In the subject',
  text: 'In the text',
  html_hidden: 'Hidden from readers',
  html_comment: 'In a comment that readers do not see',
  attachment: 'In an attachment',
  header: 'In the sender line',
};

/** Message-level flags, for both directions. */
export const messageFlagWords: Words = {
  sent_via_fallback: 'Sent from the platform address, because the domain was not ready.',
  parse_degraded: 'Parts of it could not be read; the original has them.',
  encrypted: 'It is encrypted, so nobody here can read it.',
  message_id_conflict: 'Another message carries the same Message-ID.',
  reprocessed: 'It was read again later.',
  reconciled: 'Its outcome was found out later, from the provider.',
  bcc: 'This mailbox was a blind copy.',
  loopback: 'It never left this deployment.',
  body_truncated: 'The text was too long and is cut.',
};

export const plain = (code: string): string => code.replaceAll('_', ' ');

export const riskOfFile: Words = {
  archive_bomb: 'Unpacks to far more than it shows: made to harm.',
  double_extension: 'A program that looks like a document.',
  executable: 'A program.',
  macro: 'Holds macros, which can run.',
  encrypted_archive: 'An archive with a password: nobody could look into it.',
  type_mismatch: 'Not what its name says.',
};

export const quarantineWords: Record<string, string> = {
  authentication_failed: 'The sender is forged: the owner of the domain says that it did not send this.',
  authentication_unverified: 'Nobody vouches for the sender, and this workspace keeps such mail back.',
  archive_bomb: 'An attachment unpacks to far more than it shows. It is made to harm whoever opens it.',
  unsolicited_otp: 'It brings a one-time code that nobody here waited for.',
  spam: 'It reads like spam.',
};

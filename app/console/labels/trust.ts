import type { QuarantineReason, TrustFlag } from '#mailbox/messages/index.ts';
import type { Message } from '../data/trpc.ts';
import { domainOf } from '../mailbox/people.ts';
import type { Tone } from '../parts/badge.tsx';
import { asWords, labelOf } from './label-of.ts';
import { riskFlags } from './messages.ts';

export type TrustStory = {
  tone: Tone;
  /** One word to show next to the sender's name. */
  short: string;
  /** One sentence about who really sent the message, as far as the checks can tell. */
  headline: string;
  checks: { name: string; result: string; meaning: string; tone: Tone }[];
  /** What the message proves about the agent that sent it; null if it names none. */
  agent: { text: string; tone: Tone } | null;
  warnings: string[];
};

/** Explains the checks of a received message in plain words (spec 2.6). Null for sent messages. */
export function trustStory({ trust, from, triage }: Message): TrustStory | null {
  if (!trust) return null;
  const domain = from ? domainOf(from.address) : 'the sender';
  const warnings = [
    ...trust.flags.map((flag) => labelOf(trustFlags, flag)?.meaning ?? `${asWords(flag)}.`),
    ...triage.risk_flags.map((flag) => labelOf(riskFlags, flag)?.meaning ?? `${asWords(flag)}.`),
  ];
  return {
    ...verdictOf(trust.verdict, domain),
    checks: [
      check('SPF', trust.spf, spf, domain),
      check('DKIM', trust.dkim, dkim, domain),
      check('DMARC', trust.dmarc, dmarc, domain),
      check('ARC', trust.arc, arc, domain),
    ],
    agent: agentStory(trust.agent),
    warnings: trust.known_sender
      ? warnings
      : [...warnings, 'This mailbox has never written to this address.'],
  };
}

type Agent = NonNullable<NonNullable<Message['trust']>['agent']>;

export const agentProblems: Record<NonNullable<Agent['problem']>, string> = {
  sender_unproven: 'because the sender could not be authenticated.',
  malformed: 'because its signed claim is malformed.',
  issuer_mismatch: "because the claim was signed by another domain than the sender's.",
  keys_unavailable: "because the sender's keys could not be read.",
  signature_invalid: 'because its signature is wrong.',
  expired: 'because the claim has expired.',
  message_changed: 'because the message was changed on its way.',
};

function agentStory(agent: Agent | undefined): TrustStory['agent'] {
  if (!agent) return null;
  if (!agent.proven)
    return {
      tone: agent.problem === 'keys_unavailable' ? 'warn' : 'bad',
      text: `It claims to be from an agent, but this could not be verified, ${agentProblems[agent.problem ?? 'malformed']}`,
    };
  const who = agent.organisation ? `an agent of ${agent.organisation}` : 'an agent';
  const name = agent.name ? `${agent.name}, ${who}` : who;
  const disclosed = agent.discloses_ai ? ' It states that an AI wrote it.' : '';
  return { tone: 'good', text: `From ${name}, confirmed by ${agent.issuer}.${disclosed}` };
}

type Verdict = NonNullable<Message['trust']>['verdict'];

export const verdicts: Record<Verdict, Pick<TrustStory, 'tone' | 'short' | 'headline'>> = {
  pass: { tone: 'good', short: 'Verified', headline: 'This message really comes from {domain}.' },
  fail: {
    tone: 'bad',
    short: 'Forged',
    headline:
      'This message does not come from {domain}. The owner of that name does not allow this sender to use it.',
  },
  unverified: {
    tone: 'warn',
    short: 'Unverified',
    headline: 'The sender could not be verified. Anyone could have put {domain} in the From line.',
  },
};

const verdictOf = (verdict: Verdict, domain: string) => ({
  ...verdicts[verdict],
  headline: verdicts[verdict].headline.replaceAll('{domain}', domain),
});

type Meanings = Record<string, string>;

function check(
  name: string,
  result: string,
  meanings: Meanings,
  domain: string,
): TrustStory['checks'][number] {
  const meaning = labelOf(meanings, result) ?? labelOf(otherMeanings, result) ?? 'The result is unclear.';
  return {
    name,
    result: labelOf(results, result) ?? asWords(result),
    meaning: meaning.replaceAll('{domain}', domain),
    tone: toneOf(result),
  };
}

function toneOf(result: string): Tone {
  if (result === 'pass') return 'good';
  return result === 'fail' || result === 'permerror' ? 'bad' : 'neutral';
}

/** Results of SPF, DKIM, DMARC and ARC checks (RFC 8601). */
const results: Record<string, string> = {
  pass: 'Pass',
  fail: 'Fail',
  softfail: 'Soft fail',
  neutral: 'Neutral',
  none: 'None',
  temperror: 'Temporary error',
  permerror: 'Permanent error',
  policy: 'Too weak',
};

const spf: Meanings = {
  pass: 'The sending server may send for the domain of the envelope.',
  fail: 'The sending server may not send for the domain of the envelope.',
  softfail: 'The sending server probably may not send for the domain of the envelope.',
  none: 'The domain does not say which servers may send for it.',
};
const dkim: Meanings = {
  pass: 'A signature is valid: the message is as it was signed.',
  fail: 'No signature is valid: the message was changed, or the signature was forged.',
  none: 'The message is not signed.',
};
const dmarc: Meanings = {
  pass: '{domain} confirms that it sent the message.',
  fail: '{domain} asks receivers to distrust the message.',
  none: '{domain} has no rule about mail in its name.',
};
const arc: Meanings = {
  pass: 'A forwarder vouches for what it received.',
  fail: 'The seals of the forwarders are not valid.',
  none: 'No forwarder has sealed the message.',
};
const otherMeanings: Meanings = {
  neutral: 'The domain takes no position.',
  temperror: 'The domain’s name servers did not answer.',
  permerror: 'The domain’s records are invalid.',
  policy: 'The signature is valid, but too weak to count.',
};

export const trustFlags: Record<TrustFlag, { name: string; meaning: string }> = {
  hidden_text: {
    name: 'Hidden text',
    meaning: 'It contains text that people do not see but an agent would read.',
  },
  display_name_spoof: {
    name: 'Misleading name',
    meaning: 'The sender’s name shows an address or a name other than the real one.',
  },
  lookalike_domain: {
    name: 'Look-alike domain',
    meaning: 'The domain looks like one that you know, but it is a different one.',
  },
  reply_to_mismatch: {
    name: 'Replies go elsewhere',
    meaning: 'Replies would go to a different domain than the sender’s.',
  },
  thread_join_unverified: {
    name: 'Unverified participant',
    meaning: 'It claims to belong to this conversation, but nothing shows that its sender takes part in it.',
  },
};

export const quarantineReasons: Record<QuarantineReason, string> = {
  authentication_failed: 'The sender is forged: the owner of the domain says that it did not send this.',
  authentication_unverified: 'The sender could not be verified, and this workspace quarantines such mail.',
  archive_bomb: 'An attachment unpacks to far more than its size suggests, to harm whoever opens it.',
  unsolicited_otp: 'It contains a one-time code that nobody here asked for.',
  spam: 'It looks like spam.',
};

/** How to prevent that such mail is quarantined again, apart from releasing one message. */
export const heldAdvice: Record<QuarantineReason, string> = {
  authentication_failed:
    'Release it only if the sender confirmed it in another way. Its domain would have to sign its mail (DKIM).',
  authentication_unverified:
    'Trusting the domain cannot help here, because anybody can write its name. Ask the sender to set up SPF, DKIM and DMARC. The operator of this deployment can turn the rule off for the workspace.',
  archive_bomb: 'Do not open the attachment. Ask the sender for the file in another form.',
  unsolicited_otp: 'An agent that waits for a code before it asks for one gets it without a release.',
  spam: 'If you trust the sender, its mail is no longer quarantined as spam.',
};

export const quarantineReason = (reason: string): string =>
  labelOf(quarantineReasons, reason) ?? `${asWords(reason)}.`;

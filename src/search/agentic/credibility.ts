import { type RiskFlag, steering } from '#content/reading/index.ts';
import type { TrustFlag } from '#mailbox/messages/index.ts';
import type { ReadText } from '../repository/agentic.ts';
import { isSteering } from './steering.ts';

/** `none`: it tries to steer the answerer. `low`: it may be untrue, so other mail is better evidence. */
export type Credibility = 'none' | 'low' | 'full';

/** A message that is evidence. */
export type CredibleText = ReadText & { credibility: Exclude<Credibility, 'none'> };

/** Flags of mail whose author pretends to be somebody else, or wants to mislead. */
const DECEPTIVE: readonly string[] = [
  'phishing_link',
  'impersonation',
  'display_name_spoof',
  'lookalike_domain',
] satisfies (RiskFlag | TrustFlag)[];
/** The scores from which the credibility of a message that is evidence is low. */
const LOW = { steering: 0.3, spam: 0.5 };

export function credibilityOf({
  subject,
  text,
  flags,
  spam_score,
}: Pick<ReadText, 'subject' | 'text' | 'flags' | 'spam_score'>): Credibility {
  const whole = `${subject}\n${text}`;
  const score = steering(whole);
  if (isSteering(whole, score)) return 'none';
  const isLow =
    score >= LOW.steering || spam_score >= LOW.spam || flags.some((flag) => DECEPTIVE.includes(flag));
  return isLow ? 'low' : 'full';
}

/** The messages that do not try to steer the answerer. */
export const credibleTexts = (texts: readonly ReadText[]): CredibleText[] =>
  texts.flatMap((text) => {
    const credibility = credibilityOf(text);
    return credibility === 'none' ? [] : [{ ...text, credibility }];
  });

import { typed } from './code-candidates.ts';
import type { VerificationInput } from './message-text.ts';
import {
  best,
  candidatesOf,
  type Kind,
  numbersOf,
  type Scorers,
  sumOf,
  theScorers,
  type Verdict,
} from './scorer.ts';

export type { VerificationInput } from './message-text.ts';
export type { Verdict } from './scorer.ts';

/** A one-time code, and a link that confirms or lets in; null where there is none. */
export type Verification = { code: string | null; link: string | null };

/**
 * Most mail has numbers and no code. Below this probability, none of the 1,008 messages of the corpora that hold a code has ever
 * passed the decision, so their numbers are not looked at, which takes a fifth of the time of reading.
 */
const LEAST_OTP = 0.005;

/**
 * Finds the one-time code and the verification link of a message, or null when it has neither: the candidate that the
 * words around it speak for most, if the reader's verdict on the whole message allows it. Pure, and linear in its bounded
 * input: safe on whatever a stranger writes.
 */
export function findVerification(
  input: VerificationInput,
  said: Verdict,
  scorers: Scorers = theScorers(),
): Verification | null {
  const candidates = candidatesOf(input, said.otp >= LEAST_OTP);
  const found = (kind: Kind) => best(candidates[kind].vectors, scorers[kind].weights, scorers[kind].scale);
  const [code, link] = [found('code'), found('link')];
  const counts = (kind: Kind, own: number, other: number): boolean =>
    sumOf(numbersOf(own, other, said), scorers[kind].decision) >= scorers[kind].threshold;
  const theCode = candidates.code.all[code.at];
  const theLink = candidates.link.all[link.at];
  const verification = {
    code: theCode && counts('code', code.score, link.score) ? typed(theCode.raw) : null,
    link: theLink && counts('link', link.score, code.score) ? theLink.url.href : null,
  };
  return verification.code === null && verification.link === null ? null : verification;
}

import { getDomain } from 'tldts';
import type { DmarcResult, Verdict } from './types.ts';

/** The results of the checks that the verdict needs. */
export interface Findings {
  /** Why readers could disagree about the author; null when they cannot. */
  authorProblem: string | null;
  dmarc: DmarcResult;
  /** SPF or a countable DKIM signature passed for a domain aligned with From. */
  aligned: boolean;
  /** A look-up that could have made the message aligned got no answer. */
  lookupFailed: boolean;
  /** Signed for the author's domain with one of our keys. */
  ownSigned: boolean;
}

/**
 * The trust verdict (decisions.md section 3): `pass` on DMARC pass, or on an aligned pass if there is no policy, or on
 * a signature of ours; `fail` on DMARC fail; else `unverified`. `reason` is null for `pass`.
 */
export function decideVerdict(findings: Findings): { verdict: Verdict; reason: string | null } {
  if (findings.ownSigned && findings.authorProblem === null) return { verdict: 'pass', reason: null };
  if (findings.dmarc === 'fail') {
    // Without the missing answer it may have been a pass, so this is no failure that was proved.
    if (findings.lookupFailed) return { verdict: 'unverified', reason: 'DNS gave no answer' };
    return { verdict: 'fail', reason: findings.authorProblem ?? 'DMARC fail' };
  }
  if (findings.authorProblem !== null) return { verdict: 'unverified', reason: findings.authorProblem };
  if (findings.dmarc === 'pass') return { verdict: 'pass', reason: null };
  if (findings.dmarc === 'none' && findings.aligned) return { verdict: 'pass', reason: null };
  const unanswered = findings.dmarc === 'temperror' || findings.lookupFailed;
  return { verdict: 'unverified', reason: unanswered ? 'DNS gave no answer' : 'nothing aligned with From' };
}

/** Relaxed alignment (RFC 9989 section 3.2.10): both names have the same organisational domain. */
export function isAligned(author: string, other: string): boolean {
  const a = author.toLowerCase().replace(/\.$/, '');
  const b = other.toLowerCase().replace(/\.$/, '');
  if (a === b) return a !== '';
  const organisation = getDomain(a, { allowPrivateDomains: true });
  return organisation !== null && organisation === getDomain(b, { allowPrivateDomains: true });
}

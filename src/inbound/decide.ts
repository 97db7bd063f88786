import type { Authentication } from './parse/index.ts';

export type Decision =
  | { status: 'received'; quarantine_reason: null }
  | { status: 'quarantined'; quarantine_reason: string };

type QuarantinePolicy = { on_auth_fail: boolean };

/** Whether an agent may see a message (interface-spec 3.2; decisions.md, Message trust verdict). */
export function decide(authentication: Pick<Authentication, 'verdict'>, policy: QuarantinePolicy): Decision {
  if (authentication.verdict === 'pass' || !policy.on_auth_fail)
    return { status: 'received', quarantine_reason: null };
  const reason = authentication.verdict === 'fail' ? 'authentication_failed' : 'authentication_unverified';
  return { status: 'quarantined', quarantine_reason: reason };
}

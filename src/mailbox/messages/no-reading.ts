import type { Triage } from './schema.ts';

/** A triage without a result: pending, skipped or failed. */
export const noReading = (
  status: Triage['status'],
  more: Partial<
    Pick<Triage, 'reason' | 'risk_flags' | 'evidence' | 'spam_probability' | 'model' | 'version'>
  > = {},
): Triage => ({
  status,
  category: null,
  needs_reply: null,
  urgency: null,
  summary: null,
  language: null,
  risk_flags: [],
  evidence: [],
  spam_probability: null,
  model: null,
  version: null,
  ...more,
});

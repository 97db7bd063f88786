import type { Category, Reading, RiskFlag, TriageInput } from './input.ts';
import { categoryOf } from './rules/category.ts';
import { languageOf, needsReply, summaryOf, urgencyOf } from './rules/reading.ts';

/** Says which rules made a triage; goes up when they change. */
export const RULES_VERSION = '1';

export { riskFlagsOf } from './rules/risk.ts';

/** Reads a message without a model: pure, and linear in its length. */
export function readByRules(input: TriageInput, risks: readonly RiskFlag[]): Reading {
  const category = categoryByRules(input, risks);
  return {
    category,
    needs_reply: needsReply(input, category),
    urgency: urgencyOf(input, category),
    summary: summaryOf(input),
    language: languageOf(input),
  };
}

/** Mail that gives orders to machines and is about nothing else is spam. */
function categoryByRules(input: TriageInput, risks: readonly RiskFlag[]): Category {
  const category = categoryOf(input, risks.includes('otp'));
  return category === 'other' && risks.includes('prompt_injection') ? 'spam' : category;
}

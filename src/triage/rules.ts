import { bounded, type Category, type Reading, type RiskFlag, type TriageInput } from './input.ts';
import { categoryOf } from './rules/category.ts';
import { languageOf, needsReply, summaryOf, urgencyOf } from './rules/reading.ts';
import { risksIn } from './rules/risk.ts';

/** Says which rules made a triage; goes up when they change. */
export const RULES_VERSION = '1';

/** The risks of a message (decisions.md, Triage), always by these rules. */
export const riskFlagsOf = (input: TriageInput): RiskFlag[] => risksIn(bounded(input));

/** Reads a message without a model: pure, and linear in its length. */
export function readByRules(message: TriageInput, risks: readonly RiskFlag[]): Reading {
  const input = bounded(message);
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

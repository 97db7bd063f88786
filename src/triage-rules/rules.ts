import { categoryOf } from './category.ts';
import {
  bounded,
  type Category,
  type Content,
  type Reading,
  type RiskFlag,
  riskFlags,
  type Sender,
} from './message.ts';
import { languageOf, needsReply, summaryOf, urgencyOf } from './reading.ts';
import { impersonates, risksIn } from './risk.ts';

/** Says which rules made a triage; goes up when they change. */
export const RULES_VERSION = '1';

/** What the rules say of a message, whoever sent it to whom. */
export type RulesReading = { risks: RiskFlag[]; reading: Reading };

/** Reads a message without a model: pure, and linear in its length. */
export function readByRules(content: Content): RulesReading {
  const input = bounded(content);
  const risks = risksIn(input);
  const category = categoryByRules(input, risks);
  const reading = {
    category,
    needs_reply: needsReply(input, category),
    urgency: urgencyOf(input, category),
    summary: summaryOf(input),
    language: languageOf(input),
  };
  return { risks, reading };
}

/** All risks of a message (decisions.md, Triage): those in what it says, and whether its sender passes for another. */
export const riskFlagsOf = ({ risks }: Pick<RulesReading, 'risks'>, sender: Sender): RiskFlag[] =>
  riskFlags.filter((flag) => (flag === 'impersonation' ? impersonates(sender) : risks.includes(flag)));

/** Mail that gives orders to machines and is about nothing else is spam. */
function categoryByRules(input: Content, risks: readonly RiskFlag[]): Category {
  const category = categoryOf(input, risks.includes('otp'));
  return category === 'other' && risks.includes('prompt_injection') ? 'spam' : category;
}

import { categoryOf } from './category.ts';
import { languageOf } from './language.ts';
import {
  bounded,
  type Category,
  type Content,
  type Reading,
  type RiskFlag,
  riskFlags,
  type Sender,
} from './message.ts';
import { needsReply, summaryOf, urgencyOf } from './reading.ts';
import { impersonates, risksIn } from './risk.ts';
import { readText, type Said } from './words.ts';

/** Says which rules made a triage; goes up when they change. */
export const RULES_VERSION = '4';

/** Of the text: what somebody wants stands at its beginning. */
const SAID_CHARACTERS = 4_000;

/** What the rules say of a message, whoever sent it to whom. */
export type RulesReading = { risks: RiskFlag[]; reading: Reading };

/** Reads a message without a model: pure, and linear in its length. */
export function readByRules(content: Content): RulesReading {
  const input = bounded(content);
  const risks = risksIn(input);
  const said = {
    subject: readText(input.subject),
    body: readText(input.extracted_text.slice(0, SAID_CHARACTERS)),
  };
  const category = categoryByRules(input, said, risks);
  const reading = {
    category,
    needs_reply: needsReply(input, said, category),
    urgency: urgencyOf(said, category),
    summary: summaryOf(input),
    language: languageOf(input.subject, input.extracted_text, said),
  };
  return { risks, reading };
}

/** All risks of a message (decisions.md, Triage): those in what it says, and whether its sender passes for another. */
export const riskFlagsOf = ({ risks }: Pick<RulesReading, 'risks'>, sender: Sender): RiskFlag[] =>
  riskFlags.filter((flag) => (flag === 'impersonation' ? impersonates(sender) : risks.includes(flag)));

/** Mail that gives orders to machines and is about nothing else is spam. */
function categoryByRules(input: Content, said: Said, risks: readonly RiskFlag[]): Category {
  const category = categoryOf(input, said, risks.includes('otp'));
  return category === 'other' && risks.includes('prompt_injection') ? 'spam' : category;
}

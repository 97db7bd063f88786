export {
  type Category,
  type Content,
  categories,
  type Mailbox,
  READ_CHARACTERS,
  type Reading,
  type RiskFlag,
  type Sender,
} from './message.ts';
export { cut, oneLine } from './reading.ts';
export { RULES_VERSION, type RulesReading, readByRules, riskFlagsOf } from './rules.ts';
export { findVerification, type Verification, type VerificationInput } from './verification/find.ts';

export {
  type Account,
  type BillingMode,
  billingModes,
  defaultMode,
  effectiveMode,
  meteredPlan,
  noPlan,
  noTopUps,
  planCatalogue,
  planState,
  planStateOf,
  topUps,
} from './account.ts';
export {
  type Allowance,
  allowanceOf,
  billingLimit,
  type Customer,
  type HeldFeature,
  withinAllowance,
} from './allowance.ts';
export {
  type Feature,
  FREE_PLAN,
  features,
  findPlan,
  type Plan,
  planOrFree,
  planSchema,
} from './catalogue.ts';
export { eraser } from './erasure.ts';
export { type Period, periodOf } from './period.ts';
export { type Ramp, type RampedAccount, rampOf } from './ramp.ts';
export { findSpent } from './repository.ts';
export { periodRetention } from './retention.ts';
export { TriageAllowance } from './triage-allowance.ts';

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
  type Feature,
  FREE_PLAN,
  features,
  findPlan,
  type Plan,
  planOrFree,
  planSchema,
} from './catalogue.ts';
export { type Period, periodOf } from './period.ts';
export { type Ramp, type RampedAccount, rampOf } from './ramp.ts';

// First, and apart from the imports below: other rooms build their schemas on these while this room still loads.
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
export { type Feature, features, findPlan, type Plan, planOrFree, planSchema } from './catalogue.ts';

import { allowanceOf, billingLimit, withinAllowance } from './allowance.ts';
import { eraser } from './erasure.ts';

export type { Allowance, Customer, HeldFeature } from './allowance.ts';
export { billingPlanChanged } from './events.ts';
export { type Period, periodOf } from './period.ts';
export { type Ramp, type RampedAccount, rampOf } from './ramp.ts';
export { countInboxes, findAlerted, findSpent, markAlerted } from './repository.ts';
export { periodRetention } from './retention.ts';
export { TriageAllowance } from './triage-allowance.ts';
export { allowanceOf, billingLimit, eraser, withinAllowance };

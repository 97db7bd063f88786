// These exports must come before the imports below, because other rooms use them in schemas while this room still loads.
export {
  type Account,
  type BillingMode,
  billingModes,
  defaultMode,
  effectiveMode,
  grantsOf,
  meteredPlan,
  noPlan,
  planCatalogue,
  planState,
  planStateOf,
  topUps,
  topUpsOf,
} from './account.ts';
export {
  type Feature,
  FREE_PLAN,
  features,
  findPlan,
  MOST_PACKS,
  type Plan,
  packOf,
  planOrFree,
  planSchema,
  plans,
  type TopUpFeature,
  type TopUpPack,
  type TopUps,
  topUpFeatures,
  topUpPacks,
} from './catalogue.ts';

import { allowanceOf, billingLimit, withinAllowance } from './allowance.ts';
import { forgetCustomer } from './declared-jobs.ts';
import { eraser } from './erasure.ts';

export type { Allowance, Customer, HeldFeature } from './allowance.ts';
export { billingPaymentFailed, billingPlanChanged } from './events.ts';
export {
  addPaidAccount,
  type BegunRead,
  beginRead,
  deletePaymentEventsBefore,
  findPaidAccount,
  findPaidAccounts,
  insertPaymentEvent,
  listPaidAccounts,
  lockPaidAccount,
  takeEndedGraces,
  writePaidAccount,
} from './paid-repository.ts';
export { type Period, periodOf } from './period.ts';
export { type Ramp, type RampedAccount, rampOf } from './ramp.ts';
export { countInboxes, findAlerted, findSpent, markAlerted } from './repository.ts';
export { paymentEventRetention, periodRetention } from './retention.ts';
export { entitlementOf, GRACE_DAYS, graceOf, isManaged, type PaidAccount } from './subscription.ts';
export { TriageAllowance } from './triage-allowance.ts';
export { allowanceOf, billingLimit, eraser, forgetCustomer, withinAllowance };

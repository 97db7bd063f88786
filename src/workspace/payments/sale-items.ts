import type { Line, SaleItem } from '#kernel/ports/payments.ts';
import {
  type Plan,
  packOf,
  type TopUpFeature,
  type TopUps,
  topUpFeatures,
} from '#workspace/billing/index.ts';

/** The number of packs of each feature. Missing features count as none. */
export type Packs = Partial<Record<TopUpFeature, number>>;

const planItem = ({ plan_id, name, price, currency, interval }: Plan): SaleItem => ({
  key: `plan:${plan_id}`,
  name: `Proofmail ${name}`,
  unitAmount: price,
  currency,
  interval,
});

const names: Record<TopUpFeature, string> = { inboxes: 'inboxes', sends: 'sends', triage: 'triages' };

function packItem(feature: TopUpFeature): SaleItem {
  const { amount, price, currency, interval } = packOf(feature);
  const name = `Proofmail: ${amount.toLocaleString('en-US')} more ${names[feature]}`;
  return { key: `topup:${feature}`, name, unitAmount: price, currency, interval };
}

/** A purchase of a workspace: one plan, and packs of top-ups. */
export const linesOf = (plan: Plan, packs: Packs): Line[] => [
  { item: planItem(plan), quantity: 1 },
  ...topUpFeatures.flatMap((feature) => {
    const quantity = packs[feature] ?? 0;
    return quantity > 0 ? [{ item: packItem(feature), quantity }] : [];
  }),
];

/** The packs in which these top-ups were bought. */
export const packsOf = (topups: TopUps): Packs =>
  Object.fromEntries(
    topUpFeatures.map((feature) => [feature, Math.round((topups[feature] ?? 0) / packOf(feature).amount)]),
  );

export const unitsOf = (packs: Packs): TopUps =>
  Object.fromEntries(
    topUpFeatures.flatMap((feature) => {
      const many = packs[feature] ?? 0;
      return many > 0 ? [[feature, many * packOf(feature).amount]] : [];
    }),
  );

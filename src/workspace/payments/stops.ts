import type { Feature, Plan } from '#workspace/billing/index.ts';
import { type Packs, unitsOf } from './sale-items.ts';

export type Stop = { feature: Feature; used: number; granted: number };

/** The features of which a workspace already uses as much as the new plan includes, or more. They stop at once. */
export function stopsOf(
  used: readonly { feature: Feature; used: number; granted: number | null }[],
  plan: Plan,
  packs: Packs,
): Stop[] {
  const units: Partial<Record<Feature, number>> = unitsOf(packs);
  return used.flatMap(({ feature, used: amount, granted: before }) => {
    const granted = plan.included[feature] + (units[feature] ?? 0);
    const isLess = before === null || granted < before;
    return isLess && amount > 0 && amount >= granted ? [{ feature, used: amount, granted }] : [];
  });
}

import type Stripe from 'stripe';
import type { SaleItem } from '#kernel/ports/payments.ts';

/** The metadata key that links a price to an item of our catalogue. */
export const ITEM_KEY = 'proofmail_item';

/** The maximum number of keys in one lookup at Stripe. */
const MOST_KEYS = 10;

/**
 * The lookup key of a price at Stripe. It contains everything that the catalogue says about the price, so that a changed
 * catalogue creates a new price and existing purchases keep the old one.
 */
const lookupKeyOf = ({ key, unitAmount, currency, interval }: SaleItem): string =>
  `proofmail_${key.replace(':', '_')}_${unitAmount}_${currency}_${interval}`;

/** The prices of our catalogue at Stripe: found by their lookup keys, created if they are missing, and cached. */
export function createPrices(stripe: Stripe): {
  of(items: readonly SaleItem[]): Promise<Map<string, string>>;
} {
  const known = new Map<string, string>();

  async function make(item: SaleItem): Promise<string> {
    const lookup_key = lookupKeyOf(item);
    const metadata = { [ITEM_KEY]: item.key };
    const price = await stripe.prices.create(
      {
        lookup_key,
        currency: item.currency,
        unit_amount: item.unitAmount,
        recurring: { interval: item.interval },
        product_data: { name: item.name, metadata },
        metadata,
      },
      // Two processes that need a new price at the same time create only one.
      { idempotencyKey: `price ${lookup_key}` },
    );
    return price.id;
  }

  return {
    async of(items) {
      const unknown = items.filter((item) => !known.has(lookupKeyOf(item)));
      for (let at = 0; at < unknown.length; at += MOST_KEYS) {
        const some = unknown.slice(at, at + MOST_KEYS);
        const { data } = await stripe.prices.list({
          lookup_keys: some.map(lookupKeyOf),
          active: true,
          limit: 100,
        });
        for (const { lookup_key, id } of data) if (lookup_key) known.set(lookup_key, id);
        for (const item of some)
          if (!known.has(lookupKeyOf(item))) known.set(lookupKeyOf(item), await make(item));
      }
      return new Map(items.map((item) => [item.key, known.get(lookupKeyOf(item))!]));
    },
  };
}

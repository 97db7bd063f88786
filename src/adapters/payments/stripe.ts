import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { Clock } from '#kernel/base/clock.ts';
import type { StripeConfig } from '#kernel/base/stripe-config.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Line, PaymentEvent, Payments, Subscription } from '#kernel/ports/payments.ts';
import { isMissing, toAppError } from './stripe-errors.ts';
import { createPrices, ITEM_KEY } from './stripe-prices.ts';

/** Stripe responds to most calls within a second, and people are waiting. */
const TIMEOUT_MS = 15_000;
/** The metadata key on Stripe's objects that names their tenant. */
const TENANT_KEY = 'tenant_id';

type ItemChange = Stripe.SubscriptionUpdateParams.Item;

/** Stripe through its official library, with that library's API version. */
export function createStripe(config: StripeConfig, clock: Clock): Payments {
  const { hostname, port, protocol } = new URL(config.url);
  const stripe = new Stripe(config.secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Proofmail' },
  });
  const prices = createPrices(stripe);

  async function itemsOf(lines: readonly Line[]): Promise<{ price: string; quantity: number }[]> {
    const ids = await prices.of(lines.map(({ item }) => item));
    return lines.map(({ item, quantity }) => ({ price: ids.get(item.key)!, quantity }));
  }

  /** The changes that turn a subscription's items into these. Items are changed in place, so that Stripe prorates them. */
  async function changeOf(subscriptionId: string, lines: readonly Line[]): Promise<ItemChange[]> {
    const present = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
    const left = new Map((await itemsOf(lines)).map((item, index) => [lines[index]!.item.key, item]));
    const changed = present.flatMap((item): ItemChange[] => {
      const key = keyOf(item.price);
      // Items that were added by hand are left alone.
      if (key === null) return [];
      const kind = kindOf(key);
      const wanted = [...left].find(([name]) => kindOf(name) === kind);
      if (!wanted) return [{ id: item.id, deleted: true }];
      left.delete(wanted[0]);
      const isSame = keyOf(item.price) === wanted[0];
      // An unchanged item keeps the price at which it was bought.
      return [{ id: item.id, ...(!isSame && { price: wanted[1].price }), quantity: wanted[1].quantity }];
    });
    return [...changed, ...left.values()];
  }

  const calls: Payments = {
    async createCustomer({ id, name, email }) {
      const customer = await stripe.customers.create(
        { name, ...(email && { email }), metadata: { [TENANT_KEY]: id } },
        {
          idempotencyKey: `customer ${id} ${createHash('sha256')
            .update(JSON.stringify([name, email]))
            .digest('hex')}`,
        },
      );
      return customer.id;
    },

    async checkout({ customerId, tenantId, lines, successUrl, cancelUrl }) {
      const open = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 });
      // Two open checkout pages could lead to two subscriptions.
      for (const { id } of open.data) await stripe.checkout.sessions.expire(id).catch(ignoreEnded);
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        client_reference_id: tenantId,
        line_items: await itemsOf(lines),
        subscription_data: { metadata: { [TENANT_KEY]: tenantId } },
        success_url: successUrl,
        cancel_url: cancelUrl,
        allow_promotion_codes: true,
        ...(config.tax && {
          automatic_tax: { enabled: true },
          tax_id_collection: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
        }),
      });
      return session.url!;
    },

    portal: async (customer, return_url) =>
      (await stripe.billingPortal.sessions.create({ customer, return_url })).url,

    async subscriptionsOf(customer) {
      const found: Subscription[] = [];
      for await (const each of stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
        found.push(toSubscription(each));
      return found;
    },

    async *allSubscriptions() {
      for await (const each of stripe.subscriptions.list({ status: 'all', limit: 100 }))
        yield toSubscription(each);
    },

    async unpaidSince(subscription) {
      let oldest: number | null = null;
      for await (const invoice of stripe.invoices.list({ subscription, status: 'open', limit: 100 })) {
        const due = invoice.status_transitions.finalized_at ?? invoice.created;
        if (invoice.amount_remaining > 0 && (oldest === null || due < oldest)) oldest = due;
      }
      return oldest === null ? null : fromSeconds(oldest);
    },

    async change(id, lines) {
      await stripe.subscriptions.update(id, {
        items: await changeOf(id, lines),
        proration_behavior: 'always_invoice',
        // If the card is declined, the subscription stays unchanged.
        payment_behavior: 'error_if_incomplete',
      });
    },

    async preview(subscription, lines) {
      const items = await changeOf(subscription, lines);
      const [now, next] = await Promise.all([
        stripe.invoices.createPreview({
          subscription,
          subscription_details: { items, proration_behavior: 'always_invoice' },
        }),
        stripe.invoices.createPreview({
          subscription,
          subscription_details: { items, proration_behavior: 'none' },
        }),
      ]);
      return { dueNow: now.total, perInterval: next.total, currency: now.currency };
    },

    async setCancelAtPeriodEnd(id, cancels) {
      await stripe.subscriptions.update(id, { cancel_at_period_end: cancels });
    },

    async invoices(customer, take) {
      const { data } = await stripe.invoices.list({ customer, limit: take });
      return data.map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        status: invoice.status,
        total: invoice.total,
        amountDue: invoice.amount_remaining,
        currency: invoice.currency,
        createdAt: fromSeconds(invoice.created),
        url: invoice.hosted_invoice_url ?? null,
        pdfUrl: invoice.invoice_pdf ?? null,
      }));
    },

    async deleteCustomer(id) {
      await stripe.customers.del(id).catch((error) => {
        if (!isMissing(error)) throw error;
      });
    },

    readEvent(body, signature) {
      try {
        if (config.webhookSecret === null) throw new Error('No secret is set.');
        const event = stripe.webhooks.constructEvent(
          Buffer.from(body),
          signature ?? '',
          config.webhookSecret,
          undefined,
          undefined,
          clock.now().getTime(),
        );
        return toEvent(event);
      } catch {
        throw new AppError('invalid_signature');
      }
    },
  };
  return translated(calls);
}

/** Wraps the calls so that Stripe's errors become ours. */
function translated(calls: Payments): Payments {
  const entries = Object.entries(calls).map(([name, call]) => {
    const isPlain = name === 'readEvent' || name === 'allSubscriptions';
    const run = call as (...inputs: unknown[]) => Promise<unknown>;
    return [name, isPlain ? call : (...inputs: unknown[]) => run(...inputs).catch(rethrow)];
  });
  return Object.fromEntries(entries) as Payments;
}

function rethrow(error: unknown): never {
  throw toAppError(error);
}

/** Ignores the error for a page that has already expired. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);

const keyOf = ({ metadata }: Stripe.Price): string | null => metadata[ITEM_KEY] ?? null;
/** Items of the same kind replace each other: plans, or the packs of one feature. */
const kindOf = (key: string): string => (key.startsWith('plan:') ? 'plan' : key);

const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id);

function toSubscription(given: Stripe.Subscription): Subscription {
  const ends = given.items.data.map(({ current_period_end }) => current_period_end);
  return {
    id: given.id,
    customerId: idOf(given.customer),
    tenantId: given.metadata[TENANT_KEY] ?? null,
    status: given.status,
    lines: given.items.data.map(({ price, quantity }) => ({ key: keyOf(price), quantity: quantity ?? 1 })),
    currentPeriodEnd: ends.length === 0 ? null : fromSeconds(Math.max(...ends)),
    // The portal can end a subscription at a certain time instead of at the period's end.
    cancelAtPeriodEnd: given.cancel_at_period_end || given.cancel_at !== null,
    createdAt: fromSeconds(given.created),
  };
}

/** Converts an event. Only the id of its customer is used. */
function toEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const object = data.object as { id?: unknown; object?: unknown; customer?: unknown };
  const named = object.object === 'customer' ? object.id : object.customer;
  const customerId =
    typeof named === 'string' ? named : ((named as { id?: string } | null | undefined)?.id ?? null);
  return { id, type, customerId };
}

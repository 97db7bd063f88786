import type Stripe from 'stripe';
import { eventObject, invoiceObject, itemObject, newStripeId, subscriptionObject } from './objects.ts';

/** The behaviour of a card: `4242…` pays, `4000 0000 0000 0341` declines. */
export type Card = 'pays' | 'declines';

/** The status of a subscription after the last failed retry, which is a setting of the account. */
export type AfterRetries = 'canceled' | 'unpaid' | 'past_due';

export type SessionState = {
  id: string;
  customer: string;
  created: number;
  status: 'open' | 'complete' | 'expired';
  lines: { price: string; quantity: number }[];
  metadata: Stripe.Metadata;
  subscription: string | null;
  successUrl: string;
  cancelUrl: string;
  clientReferenceId: string | null;
  automaticTax: boolean;
};

export type ItemChange = { id?: string; price?: string; quantity?: number; deleted?: boolean };

export class CardDeclined extends Error {}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Days between retries. Stripe's smart retries vary. */
const RETRY_DAYS = [3, 5, 7];

/** The same day of the next month, or its last one. */
function afterMonth(seconds: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.getTime() / 1000;
}

/** An account at Stripe with its automatic actions: renewals, charges, retries. Amounts are whole cents. */
export class StripeAccount {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly sessions = new Map<string, SessionState>();
  readonly portals = new Map<string, { customer: string; returnUrl: string }>();
  /** Every event, in the order in which it happened. */
  readonly events: Stripe.Event[] = [];
  afterRetries: AfterRetries = 'canceled';
  readonly #cards = new Map<string, Card>();

  readonly apiVersion: string;
  readonly url: () => string;
  readonly onEvent: (event: Stripe.Event) => void;
  /** In seconds, as Stripe counts; moved by `advanceTo`. */
  now: number;

  constructor(
    apiVersion: string,
    url: () => string,
    now: number,
    onEvent: (event: Stripe.Event) => void = () => {},
  ) {
    this.apiVersion = apiVersion;
    this.url = url;
    this.now = now;
    this.onEvent = onEvent;
  }

  emit(type: string, object: object): void {
    const event = eventObject(type, object, { created: this.now, api_version: this.apiVersion });
    this.events.push(event);
    this.onEvent(event);
  }

  setCard(customer: string, card: Card): void {
    this.#cards.set(customer, card);
  }

  #pays(customer: string): boolean {
    return this.#cards.get(customer) !== 'declines';
  }

  /** The person pays on a checkout page. */
  complete(session: SessionState, card: Card = 'pays'): void {
    if (session.status !== 'open') throw new Error('The page has ended.');
    if (card === 'declines') throw new CardDeclined('Your card was declined.');
    this.setCard(session.customer, card);
    const id = newStripeId('sub');
    const items = session.lines.map(({ price, quantity }) =>
      this.#item(id, price, quantity, [this.now, afterMonth(this.now)]),
    );
    const subscription = subscriptionObject({
      id,
      created: this.now,
      currency: items[0]!.price.currency,
      customer: session.customer,
      metadata: session.metadata,
      status: 'incomplete',
      items,
      automatic_tax: session.automaticTax,
    });
    this.subscriptions.set(id, subscription);
    this.emit('customer.subscription.created', subscription);
    this.#charge(this.#invoice(subscription, 'subscription_create', amountOf(items)));
    Object.assign(session, { status: 'complete', subscription: id });
    this.emit('checkout.session.completed', {
      id: session.id,
      object: 'checkout.session',
      customer: session.customer,
      subscription: id,
    });
  }

  #item(
    subscription: string,
    price: string,
    quantity: number,
    [current_period_start, current_period_end]: readonly [number, number],
  ): Stripe.SubscriptionItem {
    return itemObject({
      id: newStripeId('si'),
      created: this.now,
      subscription,
      price: this.prices.get(price)!,
      quantity,
      current_period_start,
      current_period_end,
    });
  }

  #invoice(
    subscription: Stripe.Subscription,
    billing_reason: Stripe.Invoice.BillingReason,
    total: number,
  ): Stripe.Invoice {
    const customer = this.customers.get(subscription.customer as string)!;
    const { current_period_start, current_period_end } = subscription.items.data[0]!;
    const invoice = invoiceObject({
      id: newStripeId('in'),
      created: this.now,
      currency: subscription.currency,
      customer,
      subscription: subscription.id,
      number: `PM-${String(this.invoices.size + 1).padStart(4, '0')}`,
      billing_reason,
      period_start: current_period_start,
      period_end: current_period_end,
      total,
      pages: this.url(),
    });
    this.invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    this.emit('invoice.created', invoice);
    invoice.status = 'open';
    invoice.status_transitions.finalized_at = this.now;
    this.emit('invoice.finalized', invoice);
    return invoice;
  }

  /** Tries to collect an invoice. @returns whether it is paid */
  #charge(invoice: Stripe.Invoice): boolean {
    const subscription = this.subscriptions.get(subscriptionOf(invoice))!;
    invoice.attempted = true;
    if (invoice.amount_due > 0) invoice.attempt_count += 1;
    if (invoice.amount_due > 0 && !this.#pays(invoice.customer as string)) {
      const days = RETRY_DAYS[invoice.attempt_count - 1];
      invoice.next_payment_attempt = days === undefined ? null : this.now + days * DAY;
      this.emit('invoice.payment_failed', invoice);
      this.#become(subscription, days === undefined ? this.afterRetries : 'past_due');
      return false;
    }
    this.#settle(invoice);
    const isUnpaid = [...this.invoices.values()].some(
      (other) => other.status === 'open' && subscriptionOf(other) === subscription.id,
    );
    if (!isUnpaid && subscription.status !== 'canceled') this.#become(subscription, 'active');
    return true;
  }

  #settle(invoice: Stripe.Invoice): void {
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    invoice.amount_remaining = 0;
    invoice.next_payment_attempt = null;
    invoice.status_transitions.paid_at = this.now;
    this.emit('invoice.paid', invoice);
    this.emit('invoice.payment_succeeded', invoice);
  }

  #become(subscription: Stripe.Subscription, status: Stripe.Subscription.Status): void {
    if (status === 'canceled') this.cancel(subscription, 'payment_failed');
    else if (subscription.status !== status) {
      subscription.status = status;
      this.emit('customer.subscription.updated', subscription);
    }
  }

  cancel(
    subscription: Stripe.Subscription,
    reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
  ): void {
    subscription.status = 'canceled';
    subscription.canceled_at ??= this.now;
    subscription.ended_at = this.now;
    subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
    this.emit('customer.subscription.deleted', subscription);
  }

  setCancelAtPeriodEnd(subscription: Stripe.Subscription, cancels: boolean): void {
    subscription.cancel_at_period_end = cancels;
    subscription.canceled_at = cancels ? this.now : null;
    subscription.cancel_at = cancels ? subscription.items.data[0]!.current_period_end : null;
    this.emit('customer.subscription.updated', subscription);
  }

  /** The items after a change, and the prorated cost or credit for the remaining time. */
  changed(subscription: Stripe.Subscription, changes: readonly ItemChange[]) {
    const present = subscription.items.data;
    const { current_period_start: from, current_period_end: to } = present[0]!;
    const kept = present.flatMap((item) => {
      const change = changes.find(({ id }) => id === item.id);
      if (change?.deleted) return [];
      const price = change?.price ? this.prices.get(change.price)! : item.price;
      return [itemObject({ ...item, price, quantity: change?.quantity ?? item.quantity ?? 1 })];
    });
    const added = changes
      .filter(({ id }) => id === undefined)
      .map(({ price, quantity }) => this.#item(subscription.id, price!, quantity ?? 1, [from, to]));
    const items = [...kept, ...added];
    const share = (amount: number) => Math.round((amount * (to - this.now)) / (to - from));
    return {
      items,
      prorated: share(amountOf(items)) - share(amountOf(present)),
      perInterval: amountOf(items),
    };
  }

  /** Changes a subscription. @throws CardDeclined before anything has changed */
  change(subscription: Stripe.Subscription, changes: readonly ItemChange[]): void {
    const { items, prorated } = this.changed(subscription, changes);
    if (prorated > 0 && !this.#pays(subscription.customer as string))
      throw new CardDeclined('Your card was declined.');
    const isSame =
      JSON.stringify(items.map(boughtOf)) === JSON.stringify(subscription.items.data.map(boughtOf));
    if (isSame) return;
    subscription.items.data = items;
    this.emit('customer.subscription.updated', subscription);
    this.#charge(this.#invoice(subscription, 'subscription_update', prorated));
  }

  /** The person pays an open invoice on its page, for example after replacing the card. */
  pay(invoice: Stripe.Invoice): boolean {
    return this.#charge(invoice);
  }

  /** Advances the time like a test clock. Everything that is due until then happens in order. */
  advanceTo(time: Date): void {
    const until = Math.floor(time.getTime() / 1000);
    for (;;) {
      const next = this.#due().toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > until) break;
      this.now = Math.max(this.now, next.at);
      next.happen();
    }
    this.now = Math.max(this.now, until);
  }

  #due(): { at: number; happen(): void }[] {
    const renewals = [...this.subscriptions.values()]
      .filter(({ status }) => status === 'active' || status === 'past_due')
      .map((each) => ({ at: each.items.data[0]!.current_period_end, happen: () => this.#renew(each) }));
    const retries = [...this.invoices.values()]
      .filter(({ status, next_payment_attempt }) => status === 'open' && next_payment_attempt !== null)
      .map((each) => ({
        at: each.next_payment_attempt!,
        happen: () => {
          this.#charge(each);
        },
      }));
    return [...renewals, ...retries];
  }

  #renew(subscription: Stripe.Subscription): void {
    if (subscription.cancel_at_period_end) {
      this.cancel(subscription);
      return;
    }
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end;
      item.current_period_end = afterMonth(item.current_period_start);
    }
    this.emit('customer.subscription.updated', subscription);
    this.#charge(this.#invoice(subscription, 'subscription_cycle', amountOf(subscription.items.data)));
  }

  deleteCustomer(customer: Stripe.Customer): void {
    for (const subscription of this.subscriptions.values())
      if (subscription.customer === customer.id && subscription.status !== 'canceled')
        this.cancel(subscription);
    this.customers.delete(customer.id);
    this.emit('customer.deleted', customer);
  }
}

export const subscriptionOf = ({ parent }: Stripe.Invoice): string =>
  parent!.subscription_details!.subscription as string;

const amountOf = (items: readonly Stripe.SubscriptionItem[]): number =>
  items.reduce((sum, { price, quantity }) => sum + price.unit_amount! * (quantity ?? 1), 0);

const boughtOf = ({ id, price, quantity }: Stripe.SubscriptionItem) => [id, price.id, quantity];

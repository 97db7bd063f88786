import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

// The objects of Stripe's API with every field that its published description has. The types are those of the official
// library, which Stripe generates from that description: a field that is missing or wrong does not compile.

export const newStripeId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;

const decimal = (amount: number): Stripe.Decimal => String(amount) as unknown as Stripe.Decimal;

export const listOf = <T>(url: string, data: T[], has_more = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});

export const customerObject = (
  given: Pick<Stripe.Customer, 'id' | 'created' | 'metadata'> & { name: string | null; email: string | null },
): Stripe.Customer => ({
  object: 'customer',
  balance: 0,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  shipping: null,
  ...given,
});

export const priceObject = (
  given: Pick<Stripe.Price, 'id' | 'created' | 'currency' | 'lookup_key' | 'metadata' | 'product'> & {
    unit_amount: number;
    interval: 'month' | 'year';
  },
): Stripe.Price => {
  const { interval, unit_amount, ...own } = given;
  return {
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    nickname: null,
    recurring: {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount,
    unit_amount_decimal: decimal(unit_amount),
    ...own,
  };
};

const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring!.interval,
  interval_count: 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: null,
  product: price.product as string,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export const itemObject = (
  given: Pick<
    Stripe.SubscriptionItem,
    'id' | 'created' | 'current_period_start' | 'current_period_end' | 'price' | 'subscription'
  > & { quantity: number },
): Stripe.SubscriptionItem => ({
  object: 'subscription_item',
  billing_thresholds: null,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(given.price),
  tax_rates: [],
  ...given,
});

export const subscriptionObject = (
  given: Pick<Stripe.Subscription, 'id' | 'created' | 'currency' | 'metadata' | 'status'> & {
    customer: string;
    items: Stripe.SubscriptionItem[];
    automatic_tax: boolean;
  },
): Stripe.Subscription => {
  const { items, automatic_tax, ...own } = given;
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: automatic_tax, liability: null },
    billing_cycle_anchor: given.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(`/v1/subscription_items?subscription=${given.id}`, items),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: given.created,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
    ...own,
  };
};

export const invoiceObject = (
  given: Pick<
    Stripe.Invoice,
    'id' | 'created' | 'currency' | 'billing_reason' | 'period_start' | 'period_end'
  > & {
    customer: Stripe.Customer;
    subscription: string;
    number: string | null;
    total: number;
    pages: string;
  },
): Stripe.Invoice => {
  const { customer, subscription, pages, total, ...own } = given;
  const due = Math.max(0, total);
  return {
    object: 'invoice',
    account_country: 'US',
    account_name: 'Proofmail',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${pages}/invoice/${given.id}`,
    invoice_pdf: `${pages}/invoice/${given.id}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${given.id}/lines`, []),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: given.created,
    ...own,
  };
};

export const eventObject = (
  type: string,
  object: object,
  { created, api_version }: { created: number; api_version: string },
): Stripe.Event =>
  ({
    id: newStripeId('evt'),
    object: 'event',
    api_version,
    created,
    // A copy, because an event contains the object as it was at that time.
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }) as Stripe.Event;

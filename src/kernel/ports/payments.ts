/** An item for sale: a plan of the catalogue, or a pack of a feature. Money is in the smallest unit of the currency. */
export type SaleItem = {
  /** Unique in the catalogue, for example `plan:team` or `topup:sends`. */
  key: string;
  /** The name on invoices. */
  name: string;
  /** The price in the smallest unit of the currency, for example cents. */
  unitAmount: number;
  /** ISO 4217, lower case. */
  currency: string;
  interval: 'month' | 'year';
};

/** An item of a subscription and its quantity. */
export type Line = { item: SaleItem; quantity: number };

/** A subscription as the provider has it now. */
export type Subscription = {
  id: string;
  customerId: string;
  /** The tenant that it was created for; null if somebody created it by hand. */
  tenantId: string | null;
  /** The provider's status: active, trialing, past_due, unpaid, paused, canceled, incomplete or incomplete_expired. */
  status: string;
  /** The purchased items, by `SaleItem.key`; null for an item that is not in our catalogue. */
  lines: readonly { key: string | null; quantity: number }[];
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  createdAt: Date;
};

/** An invoice, with links to the provider's own pages. Amounts are in the smallest unit of the currency. */
export type Invoice = {
  id: string;
  number: string | null;
  /** draft, open, paid, uncollectible or void. */
  status: string | null;
  total: number;
  amountDue: number;
  currency: string;
  createdAt: Date;
  /** The page that shows it and on which it can be paid. */
  url: string | null;
  pdfUrl: string | null;
};

/** The cost of a change, now and from the next period on. Negative amounts are credits. */
export type Preview = { dueNow: number; perInterval: number; currency: string };

/** An event of the provider. It only says which customer to look up; nothing else in it is trusted. */
export type PaymentEvent = { id: string; type: string; customerId: string | null };

/**
 * The payment provider (Stripe). Card data is entered on the provider's own pages and never reaches us.
 * @throws AppError of each method: `upstream_rate_limited`, `upstream_error`; `payment_declined` where a card is charged
 */
export type Payments = {
  /** Creates a customer for the tenant. A repeated call with the same fields returns the same customer. @returns its id */
  createCustomer(tenant: { id: string; name: string; email: string | null }): Promise<string>;
  /** The provider's page for a first payment. Pages that are still open for this customer are closed. @returns its URL */
  checkout(purchase: {
    customerId: string;
    tenantId: string;
    lines: readonly Line[];
    successUrl: string;
    cancelUrl: string;
  }): Promise<string>;
  /** The provider's page for cards, addresses and invoices. @returns its URL */
  portal(customerId: string, returnUrl: string): Promise<string>;
  /** Every subscription that a customer has or had, the newest first. */
  subscriptionsOf(customerId: string): Promise<Subscription[]>;
  /** Every subscription of the account. */
  allSubscriptions(): AsyncIterable<Subscription>;
  /** When the oldest invoice of a subscription that is due and not paid became due; null when all are paid. */
  unpaidSince(subscriptionId: string): Promise<Date | null>;
  /**
   * Replaces the purchased items and prorates the remaining time: an increase is charged at once, a decrease becomes a
   * credit.
   */
  change(subscriptionId: string, lines: readonly Line[]): Promise<void>;
  preview(subscriptionId: string, lines: readonly Line[]): Promise<Preview>;
  setCancelAtPeriodEnd(subscriptionId: string, cancels: boolean): Promise<void>;
  /** The newest invoices. */
  invoices(customerId: string, take: number): Promise<Invoice[]>;
  /** Ends every subscription at once and deletes the customer. A customer that no longer exists is not an error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Verifies the signature over the received bytes and parses the event. @throws AppError `invalid_signature` */
  readEvent(body: Uint8Array, signature: string | null): PaymentEvent;
};

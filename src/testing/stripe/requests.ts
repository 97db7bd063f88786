import type Stripe from 'stripe';
import { z } from 'zod';
import { CardDeclined, type SessionState, type StripeAccount, subscriptionOf } from './account.ts';
import type { Form } from './form.ts';
import { customerObject, listOf, newStripeId, priceObject } from './objects.ts';

type Refused = { type: string; code?: string; message: string; param?: string; decline_code?: string };

/** A refusal in Stripe's own form. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Refused;

  constructor(status: number, error: Refused) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

const text = z.string().max(5_000);
const whole = z.string().regex(/^\d+$/).transform(Number);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const metadata = z.record(z.string().max(40), z.string().max(500)).optional();
const page = { limit: whole.optional(), starting_after: text.optional() };
const items = z.array(
  z.strictObject({
    id: text.optional(),
    price: text.optional(),
    quantity: whole.optional(),
    deleted: flag.optional(),
  }),
);
const proration = z.enum(['always_invoice', 'create_prorations', 'none']).optional();

type Answer = object;
type Route = {
  method: string;
  path: RegExp;
  run(account: StripeAccount, form: Form, ids: string[]): Answer;
};

/** Declares a route. Unknown parameters are refused, as by Stripe. */
function route<S extends z.ZodObject>(
  [method, path]: readonly [method: string, path: string],
  schema: S,
  run: (account: StripeAccount, input: z.output<S>, ids: string[]) => Answer,
): Route {
  return {
    method,
    path: new RegExp(`^${path.replace(/:id/g, '([\\w]+)')}$`),
    run(account, form, ids) {
      const parsed = schema.safeParse(form);
      if (parsed.success) return run(account, parsed.data, ids);
      const [issue] = parsed.error.issues;
      const isUnknown = issue!.code === 'unrecognized_keys';
      const param = [...issue!.path, ...(isUnknown ? issue!.keys.slice(0, 1) : [])].join('.');
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        ...(isUnknown && { code: 'parameter_unknown' }),
        message: isUnknown ? `Received unknown parameter: ${param}` : `Invalid ${param}: ${issue!.message}`,
        param,
      });
    },
  };
}

function present<T>(objects: ReadonlyMap<string, T>, id: string | undefined, kind: string): T {
  const found = objects.get(id ?? '');
  if (found) return found;
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });
}

/** A page of a list, newest first as at Stripe. It begins after the named object. */
function pageOf<T extends { id: string }>(
  url: string,
  all: T[],
  { limit = 10, starting_after }: { limit?: number | undefined; starting_after?: string | undefined },
) {
  const newest = all.toReversed();
  const from = starting_after === undefined ? 0 : newest.findIndex(({ id }) => id === starting_after) + 1;
  return listOf(url, newest.slice(from, from + limit), newest.length > from + limit);
}

const declined = (): StripeRefusal =>
  new StripeRefusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  });

function sessionObject(account: StripeAccount, state: SessionState): Partial<Stripe.Checkout.Session> {
  return {
    id: state.id,
    object: 'checkout.session',
    client_reference_id: state.clientReferenceId,
    created: state.created,
    customer: state.customer,
    livemode: false,
    metadata: {},
    mode: 'subscription',
    payment_status: state.status === 'complete' ? 'paid' : 'unpaid',
    status: state.status,
    subscription: state.subscription,
    success_url: state.successUrl,
    cancel_url: state.cancelUrl,
    url: state.status === 'open' ? `${account.url()}/pay/${state.id}` : null,
  };
}

export const routes: readonly Route[] = [
  route(
    ['POST', '/v1/customers'],
    z.strictObject({ name: text.optional(), email: z.email().optional(), metadata }),
    (account, { name, email, metadata: given }) => {
      const customer = customerObject({
        id: newStripeId('cus'),
        created: account.now,
        name: name ?? null,
        email: email ?? null,
        metadata: given ?? {},
      });
      account.customers.set(customer.id, customer);
      account.emit('customer.created', customer);
      return customer;
    },
  ),
  route(['DELETE', '/v1/customers/:id'], z.strictObject({}), (account, _, [id]) => {
    account.deleteCustomer(present(account.customers, id, 'customer'));
    return { id, object: 'customer', deleted: true };
  }),
  route(
    ['GET', '/v1/prices'],
    z.strictObject({ lookup_keys: z.array(text).max(10).optional(), active: flag.optional(), ...page }),
    (account, { lookup_keys, ...rest }) =>
      pageOf(
        '/v1/prices',
        [...account.prices.values()].filter(
          ({ lookup_key }) => !lookup_keys || (lookup_key !== null && lookup_keys.includes(lookup_key)),
        ),
        rest,
      ),
  ),
  route(
    ['POST', '/v1/prices'],
    z.strictObject({
      lookup_key: z.string().max(200),
      currency: z.string().regex(/^[a-z]{3}$/),
      unit_amount: whole,
      recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
      product_data: z.strictObject({ name: text, metadata }),
      metadata,
    }),
    (account, { lookup_key, currency, unit_amount, recurring, metadata: given }) => {
      if ([...account.prices.values()].some((price) => price.lookup_key === lookup_key))
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          message: `A price already uses that lookup key: ${lookup_key}`,
          param: 'lookup_key',
        });
      const price = priceObject({
        id: newStripeId('price'),
        created: account.now,
        product: newStripeId('prod'),
        interval: recurring.interval,
        metadata: given ?? {},
        lookup_key,
        currency,
        unit_amount,
      });
      account.prices.set(price.id, price);
      return price;
    },
  ),
  route(
    ['GET', '/v1/checkout/sessions'],
    z.strictObject({
      customer: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
      ...page,
    }),
    (account, { customer, status, ...rest }) => {
      const found = [...account.sessions.values()].filter(
        (session) =>
          (customer === undefined || session.customer === customer) &&
          (status === undefined || session.status === status),
      );
      const listed = pageOf('/v1/checkout/sessions', found, rest);
      return { ...listed, data: listed.data.map((each) => sessionObject(account, each)) };
    },
  ),
  route(['POST', '/v1/checkout/sessions/:id/expire'], z.strictObject({}), (account, _, [id]) => {
    const session = present(account.sessions, id, 'checkout.session');
    if (session.status !== 'open')
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      });
    session.status = 'expired';
    return sessionObject(account, session);
  }),
  route(
    ['POST', '/v1/checkout/sessions'],
    z.strictObject({
      mode: z.literal('subscription'),
      customer: text,
      client_reference_id: z.string().max(200).optional(),
      line_items: z.array(z.strictObject({ price: text, quantity: whole })).min(1),
      subscription_data: z.strictObject({ metadata }).optional(),
      success_url: z.url(),
      cancel_url: z.url().optional(),
      allow_promotion_codes: flag.optional(),
      automatic_tax: z.strictObject({ enabled: flag }).optional(),
      tax_id_collection: z.strictObject({ enabled: flag }).optional(),
      customer_update: z
        .strictObject({ address: z.enum(['auto', 'never']), name: z.enum(['auto', 'never']) })
        .optional(),
    }),
    (account, input) => {
      present(account.customers, input.customer, 'customer');
      for (const { price } of input.line_items) present(account.prices, price, 'price');
      const session: SessionState = {
        id: newStripeId('cs_test'),
        customer: input.customer,
        created: account.now,
        status: 'open',
        lines: input.line_items,
        metadata: input.subscription_data?.metadata ?? {},
        subscription: null,
        successUrl: input.success_url,
        cancelUrl: input.cancel_url ?? '',
        clientReferenceId: input.client_reference_id ?? null,
        automaticTax: input.automatic_tax?.enabled ?? false,
      };
      account.sessions.set(session.id, session);
      return sessionObject(account, session);
    },
  ),
  route(
    ['POST', '/v1/billing_portal/sessions'],
    z.strictObject({ customer: text, return_url: z.url().optional() }),
    (account, { customer, return_url }): Stripe.BillingPortal.Session => {
      present(account.customers, customer, 'customer');
      const id = newStripeId('bps');
      account.portals.set(id, { customer, returnUrl: return_url ?? '' });
      return {
        id,
        object: 'billing_portal.session',
        configuration: 'bpc_default',
        created: account.now,
        customer,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: return_url ?? null,
        url: `${account.url()}/portal/${id}`,
      };
    },
  ),
  route(
    ['GET', '/v1/subscriptions'],
    z.strictObject({ customer: text.optional(), status: z.literal('all'), ...page }),
    (account, { customer, status: _, ...rest }) =>
      pageOf(
        '/v1/subscriptions',
        [...account.subscriptions.values()].filter(
          (each) => customer === undefined || each.customer === customer,
        ),
        rest,
      ),
  ),
  route(['GET', '/v1/subscriptions/:id'], z.strictObject({}), (account, _, [id]) =>
    present(account.subscriptions, id, 'subscription'),
  ),
  route(
    ['POST', '/v1/subscriptions/:id'],
    z.strictObject({
      items: items.optional(),
      proration_behavior: proration,
      payment_behavior: z.enum(['error_if_incomplete']).optional(),
      cancel_at_period_end: flag.optional(),
    }),
    (account, { items: changes, cancel_at_period_end }, [id]) => {
      const subscription = present(account.subscriptions, id, 'subscription');
      if (subscription.status === 'canceled')
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          message: 'A canceled subscription can only update its cancellation_details and metadata.',
        });
      if (changes) account.change(subscription, changes.map(defined));
      if (cancel_at_period_end !== undefined)
        account.setCancelAtPeriodEnd(subscription, cancel_at_period_end);
      return subscription;
    },
  ),
  route(
    ['GET', '/v1/invoices'],
    z.strictObject({
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      ...page,
    }),
    (account, { customer, subscription, status, ...rest }) =>
      pageOf(
        '/v1/invoices',
        [...account.invoices.values()].filter(
          (each) =>
            (customer === undefined || each.customer === customer) &&
            (subscription === undefined || subscriptionOf(each) === subscription) &&
            (status === undefined || each.status === status),
        ),
        rest,
      ),
  ),
  route(
    ['POST', '/v1/invoices/create_preview'],
    z.strictObject({
      subscription: text,
      subscription_details: z.strictObject({ items, proration_behavior: proration }),
    }),
    (account, { subscription: id, subscription_details }) => {
      const subscription = present(account.subscriptions, id, 'subscription');
      const changed = account.changed(subscription, subscription_details.items.map(defined));
      const isNow = subscription_details.proration_behavior === 'always_invoice';
      const total = isNow ? changed.prorated : changed.perInterval;
      return { id: newStripeId('upcoming_in'), object: 'invoice', currency: subscription.currency, total };
    },
  ),
];

type Item = z.output<typeof items>[number];
/** An item without the fields that were not sent. */
const defined = (item: Item) =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Handles one call. @throws StripeRefusal */
export function answer(account: StripeAccount, method: string, path: string, form: Form): Answer {
  for (const each of routes) {
    const found = each.method === method ? each.path.exec(path) : null;
    if (!found) continue;
    try {
      return each.run(account, form, found.slice(1));
    } catch (error) {
      if (error instanceof CardDeclined) throw declined();
      throw error;
    }
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

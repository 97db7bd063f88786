import { z } from 'zod';

const flag = z.stringbool({ error: 'must be on or off' });

/** The variables of Stripe, a part of the environment (`config.ts`). */
export const stripeVariables = {
  PM_BILLING: flag.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .max(500)
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key of Stripe, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .max(500)
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook endpoint, which begins with whsec_')
    .optional(),
  PM_STRIPE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.stripe.com'),
  PM_STRIPE_TAX: flag.default(false),
};

/** How this deployment reaches Stripe, and which of its features are on. */
export type StripeConfig = {
  url: string;
  secretKey: string;
  /** The secret that signs Stripe's webhooks; null refuses all of them. */
  webhookSecret: string | null;
  /** Whether Stripe adds taxes to what it charges. */
  tax: boolean;
};

type Variables = z.output<z.ZodObject<typeof stripeVariables>>;

/** Billing is on if PM_BILLING says so; without that variable, it is on if there is a Stripe key. */
export const billingIn = ({ PM_BILLING: isOn, STRIPE_SECRET_KEY: key }: Variables): boolean =>
  isOn ?? key !== undefined;

/** With PM_BILLING off nobody pays, whatever else is set. */
export const stripeIn = (env: Variables): StripeConfig | null =>
  env.STRIPE_SECRET_KEY && env.PM_BILLING !== false
    ? {
        url: env.PM_STRIPE_URL,
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
        tax: env.PM_STRIPE_TAX,
      }
    : null;

/** Error codes for payments (spec 7.2); a part of `errorCatalogue`. */
export const paymentErrors = {
  payment_declined: {
    status: 402,
    retryable: false,
    message: 'The payment was declined. Nothing has changed.',
    fix: 'Use another card: the billing page of the console has a link to the payment details.',
  },
  plan_managed_by_stripe: {
    status: 409,
    retryable: false,
    message: 'The plan is paid through Stripe.',
    fix: 'Change the plan on the billing page of the console.',
  },
  subscription_exists: {
    status: 409,
    retryable: false,
    message: 'The workspace already has a subscription.',
    fix: 'Change the existing subscription instead of buying another one.',
  },
  subscription_missing: {
    status: 409,
    retryable: false,
    message: 'The workspace has no subscription.',
    fix: 'Buy a plan on the billing page of the console first.',
  },
  payments_disabled: {
    status: 422,
    retryable: false,
    message: 'This deployment does not accept payments.',
    fix: 'Ask the operator to give you another plan or to set STRIPE_SECRET_KEY.',
  },
} as const;

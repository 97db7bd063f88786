import { receivePaymentEvent } from '#workspace/payments/index.ts';
import { hook } from './provider-hooks.ts';

export const receivePaymentNews = hook({
  name: 'receive_payment_news',
  path: '/billing/stripe/webhook',
  summary: 'Receive events from Stripe',
  description:
    'Only for Stripe. Takes an event, signed with the deployment’s STRIPE_WEBHOOK_SECRET (header ' +
    'Stripe-Signature). Proofmail then reads the current state from Stripe, so events may arrive twice ' +
    'and in any order.',
  body: { contentType: 'application/json', description: 'An event as Stripe posts it.' },
  receive: (services, body, request) =>
    receivePaymentEvent(services, body, request.header('stripe-signature')),
});

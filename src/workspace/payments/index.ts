export { billingReconcile } from './reconcile.ts';
export { receivePaymentEvent } from './webhook.ts';

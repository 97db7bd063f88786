import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';

/** Tells the owner and the admins by mail that a payment failed, and how long the plan still applies. */
export async function tellOfFailedPayment(
  tx: Transaction,
  services: Services,
  tenantId: string,
  graceUntil: string,
): Promise<void> {
  const people = await findAdmins(tx, tenantId);
  const workspace = people[0]?.workspace ?? '';
  await notify(tx, services, {
    tenantId,
    kind: 'payment_failed',
    once: `payment_failed:${graceUntil}`,
    people,
    subject: `${workspace}: a payment failed`,
    body: [
      `A payment for the workspace “${workspace}” on Proofmail failed. Please check your card.`,
      `Its plan stays until ${graceUntil.slice(0, 10)} (UTC). If no payment has succeeded by then, the workspace returns to the free plan. Nothing is deleted, but everything beyond the free plan stops.`,
    ],
    path: '/console/billing',
    button: { label: 'Check the payment' },
  });
}

import { createCaller } from '#api/trpc/router.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { rolePermissions } from '#workspace/members/index.ts';
import type { ApiAnswer, TestApi } from './api.ts';
import { type StripeServer, startStripeServer } from './stripe-server.ts';
import { createTenant } from './tenants.ts';

export type TestClock = { time: Date; now(): Date };

/** Stripe on loopback, and the variables with which the product uses it. */
export async function openStripe(
  clock: TestClock,
): Promise<{ stripe: StripeServer; env: Record<string, string> }> {
  const stripe = await startStripeServer(clock.time);
  return {
    stripe,
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      PM_STRIPE_URL: stripe.url,
      PM_CONSOLE_URL: 'https://console.example',
    },
  };
}

/** A person who is signed in to a workspace. */
export const memberActor = (tenantId: string, role: keyof typeof rolePermissions = 'owner'): Actor => ({
  key_id: null,
  user_id: 'usr_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE',
  name: 'Ada',
  level: 'tenant',
  mode: 'live',
  partner_id: null,
  tenant_id: tenantId,
  identity_id: null,
  permissions: new Set(rolePermissions[role]),
  expires_at: null,
});

/** The console's payment calls, made by a member of the workspace. */
export const asMember = (
  api: TestApi,
  tenantId: string,
  role?: keyof typeof rolePermissions,
): ReturnType<typeof createCaller> =>
  createCaller({
    actor: memberActor(tenantId, role),
    services: api.services,
    requestId: 'req_test',
    idempotencyKey: null,
  });

/** Posts an event to the product as Stripe does. */
export function postEvent(api: TestApi, stripe: StripeServer, event: object): Promise<ApiAnswer> {
  const { body, signature } = stripe.signed(event);
  return api.call('POST', '/billing/stripe/webhook', {
    key: null,
    body,
    headers: { 'stripe-signature': signature },
  });
}

/** A workspace with an owner whose address is unique. */
export async function payingWorkspace(api: TestApi, name: string) {
  const email = `owner@${name}.example`;
  const tenant = await createTenant(api, { name, mode: 'live', owner: { email, name: 'Ada' } });
  return { id: tenant.id as string, email, member: asMember(api, tenant.id) };
}

/** The session of a checkout page that the product opened. */
export const sessionAt = ({ account }: StripeServer, url: string) =>
  account.sessions.get(url.split('/').at(-1)!)!;

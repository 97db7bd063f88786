import type { Product } from './product.ts';

/** Calls the API to set up a bench. */
export async function call<T>(
  product: Product,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(product.url + path, {
    method,
    headers: {
      authorization: `Bearer ${product.platformKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as T;
}

export type Identity = { id: string; tenant_id: string; primary_address: string };

/**
 * A tenant whose policy lets unverified mail in, and any number of sends and calls, with this many identities; `more`
 * adds to the policy.
 */
export async function makeIdentities(
  product: Product,
  slug: string,
  count: number,
  more: Record<string, unknown> = {},
): Promise<Identity[]> {
  const policy = {
    quarantine: { on_auth_fail: false },
    identity_daily_send_cap: 1_000_000,
    tenant_daily_send_cap: 1_000_000,
    // A bench sends requests as fast as it can. A key's limit of 600 calls a minute cannot be raised (`makeKeys`).
    limits: { requests_per_minute: null },
    ...more,
  };
  const tenant = await call<{ id: string }>(product, 'POST', '/v1/tenants', {
    slug,
    name: slug,
    mode: 'live',
    policy,
  });
  const make = (index: number) =>
    call<Identity>(product, 'POST', `/v1/tenants/${tenant.id}/identities`, {
      username: `agent${index}`,
      display_name: `Agent ${index}`,
      purpose: 'bench',
      owner: { name: 'Bench', email: 'bench@example.com' },
    });
  const identities: Identity[] = [];
  for (let index = 0; index < count; index += 1) identities.push(await make(index));
  return identities;
}

/** Keys that share the load, because one key may call 600 times a minute. */
export async function makeKeys(
  product: Product,
  tenantId: string,
  permissions: string[],
  count: number,
): Promise<string[]> {
  const secrets: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { name: `bench ${index}`, level: 'tenant', tenant_id: tenantId, permissions };
    secrets.push((await call<{ secret: string }>(product, 'POST', '/v1/keys', body)).secret);
  }
  return secrets;
}

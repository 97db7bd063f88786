import type { ApiAnswer, TestApi } from './api.ts';

/** A slug that no other test of the file uses. */
const slugs = (function* () {
  for (let n = 1; ; n += 1) yield `t${n}`;
})();
export const freshSlug = (): string => slugs.next().value;

export type CreateOptions = { key?: string; [field: string]: unknown };

/** POST /v1/tenants with a fresh slug. `key` is the caller's; the other fields override those of the body. */
export const postTenant = (api: TestApi, { key, ...fields }: CreateOptions = {}): Promise<ApiAnswer> =>
  api.call('POST', '/v1/tenants', {
    ...(key !== undefined && { key }),
    body: { slug: freshSlug(), name: 'A tenant', ...fields },
  });

/** Creates a tenant. The test fails if the call is refused. */
export async function createTenant(api: TestApi, options: CreateOptions = {}): Promise<ApiAnswer['body']> {
  return created(await postTenant(api, options));
}

export async function createPartner(
  api: TestApi,
  fields: Record<string, unknown> = {},
): Promise<ApiAnswer['body']> {
  return created(await api.call('POST', '/v1/partners', { body: { name: 'A partner', ...fields } }));
}

/** Creates a key with the platform key. @returns its secret */
export async function createKey(api: TestApi, fields: Record<string, unknown>): Promise<string> {
  const answer = await api.call('POST', '/v1/keys', { body: { name: 'A key', ...fields } });
  return created(answer).secret;
}

export const partnerKey = (
  api: TestApi,
  partnerId: string,
  permissions = ['tenants:manage', 'audit:read', 'identities:read', 'identities:write'],
): Promise<string> => createKey(api, { level: 'partner', partner_id: partnerId, permissions });

/** Sets a status of a tenant that otherwise only the erasure job sets. */
export async function setStatus(api: TestApi, tenantId: string, status: 'erasing' | 'erased'): Promise<void> {
  await api.services.db.run({
    name: 'test.set_tenant_status',
    text: 'update tenants set status = $2 where id = $1',
    values: [tenantId, status],
  });
}

/** The audit rows about an object, oldest first. */
export async function auditRows(api: TestApi, targetId: string): Promise<ApiAnswer['body'][]> {
  const { body } = await api.call('GET', `/v1/audit-events?target_id=${targetId}`);
  return body.data.toReversed();
}

function created(answer: ApiAnswer): ApiAnswer['body'] {
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

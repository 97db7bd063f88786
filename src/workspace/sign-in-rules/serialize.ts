import type { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { provenDomainsOf } from '#workspace/domains/index.ts';
import type { RuleRow } from './repository.ts';
import type { rulesSchema } from './schema.ts';

/** Every way to sign in to this deployment. */
export const waysOf = ({ identityProviders }: Pick<Services, 'identityProviders'>) => [
  { name: 'mail', label: 'Code or link by mail' },
  { name: 'passkey', label: 'Passkey' },
  ...identityProviders.map(({ name, label }) => ({ name, label })),
];

export async function toRules(
  db: Queryable,
  services: Services,
  tenantId: string,
  row: RuleRow | null,
): Promise<z.input<typeof rulesSchema>> {
  const domains = (await provenDomainsOf(db, [tenantId])).get(tenantId) ?? [];
  return {
    session_hours: row?.session_hours ?? null,
    methods: row && row.methods.length > 0 ? row.methods : null,
    sso_provider: row?.sso_provider ?? null,
    domains,
    available: waysOf(services),
    updated_at: row?.updated_at ?? null,
  };
}

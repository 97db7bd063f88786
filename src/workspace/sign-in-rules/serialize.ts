import { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { provenDomainsOf } from '#workspace/domains/index.ts';
import type { RuleRow } from './repository.ts';

export const rulesSchema = z
  .object({
    session_hours: z.int().nullable(),
    methods: z.array(z.string()).nullable(),
    sso_provider: z.string().nullable(),
    domains: z.array(z.string()).meta({ description: 'Proven domains, to whose addresses SSO applies.' }),
    available: z
      .array(z.object({ name: z.string(), label: z.string() }))
      .meta({ description: 'Every way to sign in that this deployment has.' }),
    updated_at: z.string().nullable(),
  })
  .meta({ id: 'SignInRules' });

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

import { z } from 'zod';

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

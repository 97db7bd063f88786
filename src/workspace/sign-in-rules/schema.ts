import { z } from 'zod';

export const rulesSchema = z
  .object({
    session_hours: z.int().nullable(),
    methods: z.array(z.string()).nullable(),
    sso_provider: z.string().nullable(),
    domains: z
      .array(z.string())
      .meta({ description: 'The verified domains to whose addresses single sign-on applies.' }),
    available: z
      .array(z.object({ name: z.string(), label: z.string() }))
      .meta({ description: 'All ways to sign in that this deployment offers.' }),
    updated_at: z.string().nullable(),
  })
  .meta({ id: 'SignInRules' });

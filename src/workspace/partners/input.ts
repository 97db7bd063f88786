import { z } from 'zod';
import { line } from '#kernel/operation/schema.ts';
import { partnerBillingModes } from './repository.ts';

/** What can be set of a partner; create gives each a default, PATCH takes any of them. */
export const partnerFields = {
  name: line(200, 1).meta({
    description: 'For people; shown to platform operators.',
    examples: ['Acme Integrations'],
  }),
  default_billing_mode: z.enum(partnerBillingModes).meta({
    description:
      'Billing mode of the tenants that its keys create from now on. Tenants that exist keep theirs.',
  }),
  max_tenants: z.int().min(0).max(1_000_000).meta({
    description:
      'Tenants that are not erased at the most. Lowering it below their number blocks new ones only.',
  }),
  ramp_exempt: z
    .boolean()
    .meta({ description: "Whether its tenants skip the new workspace's sending ramp." }),
};

import { z } from 'zod';
import { line, timestamp } from '#kernel/operation/schema.ts';
import { partnerBillingModes, partnerStatuses } from './repository.ts';

/** The fields of a partner that can be set. Creation has a default for each; PATCH accepts any of them. */
export const partnerFields = {
  name: line(200, 1).meta({
    description: 'The name of the partner, for platform operators.',
    examples: ['Acme Integrations'],
  }),
  default_billing_mode: z.enum(partnerBillingModes).meta({
    description: 'The billing mode of new tenants. Existing tenants keep theirs.',
  }),
  max_tenants: z
    .int()
    .min(0)
    .max(1_000_000)
    .meta({
      description:
        'The maximum number of tenants, without erased ones. A limit below the current number only prevents new ' +
        'tenants.',
    }),
  ramp_exempt: z
    .boolean()
    .meta({ description: "Whether the partner's tenants skip the sending ramp for new workspaces." }),
};

/** A partner in responses (spec 2.13). */
export const partnerSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'Empty if the partner was deleted.' }),
    status: z.enum(partnerStatuses),
    default_billing_mode: z.enum(partnerBillingModes),
    max_tenants: z.int().min(0),
    ramp_exempt: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Partner', description: 'An integrator that creates and manages its own tenants.' });

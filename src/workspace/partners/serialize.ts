import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import { type PartnerRow, partnerBillingModes, partnerStatuses } from './repository.ts';

/** A partner as it is read (spec 2.13). */
export const partnerSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'Empty after the partner was deleted.' }),
    status: z.enum(partnerStatuses),
    default_billing_mode: z.enum(partnerBillingModes),
    max_tenants: z.int().min(0),
    ramp_exempt: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Partner', description: 'An integrator that creates and manages its own tenants.' });

export const toPartner = (row: PartnerRow): z.input<typeof partnerSchema> => row;

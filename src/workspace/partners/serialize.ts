import type { z } from 'zod';
import type { PartnerRow } from './repository.ts';
import type { partnerSchema } from './schema.ts';

export const serializePartner = (row: PartnerRow): z.input<typeof partnerSchema> => row;

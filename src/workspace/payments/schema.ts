import { z } from 'zod';
import { line } from '#kernel/operation/schema.ts';
import { features, MOST_PACKS } from '#workspace/billing/index.ts';

export const planId = line(64, 1);

const many = z.int().min(0).max(MOST_PACKS).optional();

export const packFields = { inboxes: many, sends: many, triage: many };

export const stopSchema = z.object({
  feature: z.enum(features),
  used: z.int(),
  granted: z.int().meta({ description: 'The amount after the change.' }),
});

/** A page of the payment provider. */
export const pageSchema = z.object({ url: z.url() });

/**
 * These operations call the payment provider, so they run without a database connection. Repeating them changes
 * nothing.
 */
export const asksProvider = { mode: 'read', idempotency: { key: 'ignored' } } as const;

import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import { directions, listKinds, reasons } from './repository.ts';

export const suppressionItem = z
  .object({
    address_hint: z.string().meta({
      description:
        'The masked address, or `erased` after the erasure of the person. To check a single address, use the filter `address`.',
      examples: ['a***@example.com'],
    }),
    address: z
      .string()
      .nullable()
      .meta({
        description:
          'The whole address, for people who are signed in to the workspace; null for keys, and after the erasure of the person.',
        examples: ['ada@example.com'],
      }),
    reason: z.enum(reasons),
    note: z.string().nullable(),
    created_at: timestamp,
    expires_at: timestamp
      .nullable()
      .meta({ description: 'When the suppression expires; null if it does not expire.' }),
  })
  .meta({ id: 'Suppression', description: 'An address to which no mail is sent.' });

export const listEntry = z
  .object({
    entry: z.string().meta({
      description: 'An address or `@domain`; after the erasure of the person, `erased:` and a hash.',
      examples: ['@example.com'],
    }),
    direction: z.enum(directions),
    kind: z.enum(listKinds),
    created_at: timestamp,
  })
  .meta({ id: 'ListEntry' });

/** The path of one list. */
export const listPath = {
  direction: z.enum(directions).meta({ description: 'Incoming or outgoing mail.' }),
  kind: z.enum(listKinds),
};

/** A percent-encoded address or entry in a path. Invalid text gives "not found". */
export const pathText = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

import { z } from 'zod';
import type { Actor } from '#kernel/operation/actor.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { addressIn, hintOf } from './blind.ts';
import { directions, type ListEntryRow, listKinds, reasons, type SuppressionRow } from './repository.ts';

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

/** Keys get masked addresses, so that a leaked key does not reveal the list of recipients. */
export const serializeSuppression = (
  row: SuppressionRow,
  { user_id, level }: Pick<Actor, 'user_id' | 'level'>,
): z.input<typeof suppressionItem> => ({
  address_hint: hintOf(row.address),
  address: user_id !== null && level === 'tenant' ? addressIn(row.address) : null,
  reason: row.reason,
  note: row.note,
  created_at: row.created_at,
  expires_at: row.expires_at,
});

export const serializeEntry = ({ entry, direction, kind, created_at }: ListEntryRow) => ({
  entry,
  direction,
  kind,
  created_at,
});

import { z } from 'zod';
import { addressHint } from '#kernel/base/email-address.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { directions, type ListEntryRow, listKinds, reasons, type SuppressionRow } from './repository.ts';

export const suppressionItem = z
  .object({
    address_hint: z.string().meta({
      description: 'The address, masked: ask for one by `address`.',
      examples: ['a***@example.com'],
    }),
    reason: z.enum(reasons),
    note: z.string().nullable(),
    created_at: timestamp,
    expires_at: timestamp.nullable().meta({ description: 'When it ends by itself; null when it does not.' }),
  })
  .meta({ id: 'Suppression', description: 'An address that is not sent to any more (interface-spec 2.13).' });

export const listEntry = z
  .object({
    entry: z.string().meta({ description: 'An address, or `@domain`.', examples: ['@example.com'] }),
    direction: z.enum(directions),
    kind: z.enum(listKinds),
    created_at: timestamp,
  })
  .meta({ id: 'ListEntry' });

/** The path of one list. */
export const listPath = {
  direction: z.enum(directions).meta({ description: 'Mail that comes in, or that goes out.' }),
  kind: z.enum(listKinds),
};

/** An address or entry in a path, percent-encoded there. What is none is simply missing. */
export const pathText = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

export const serializeSuppression = (row: SuppressionRow): z.input<typeof suppressionItem> => ({
  address_hint: addressHint(row.address),
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

import type { z } from 'zod';
import type { Actor } from '#kernel/operation/actor.ts';
import { addressIn, hintOf } from './blind.ts';
import type { ListEntryRow, SuppressionRow } from './repository.ts';
import type { suppressionItem } from './schema.ts';

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

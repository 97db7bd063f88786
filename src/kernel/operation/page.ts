import type { Actor } from './actor.ts';
import { listFingerprint, openCursor, type Position, sealCursor } from './cursor.ts';
import { JsonText } from './json-text.ts';
import type { Services } from './services.ts';

type PageInput = { limit: number; cursor?: string | undefined };

/** One page of a keyset-paginated list: where it begins, and how to build its response. */
export type Page = {
  /** Sort values of the last row of the page before, or null on the first page. */
  after: Position | null;
  /** The number of rows to select: one more than the page holds, which shows whether there is a next page. */
  take: number;
  /** The cursor of the page that follows a row. */
  cursorAfter(position: Position): string;
  answer<Row, Item>(
    rows: Row[],
    item: (row: Row) => Item,
    position: (row: Row) => Position,
  ): { data: Item[]; next_cursor: string | null };
  /** The same response as JSON text. `written` returns the JSON of the first `count` rows, separated by commas. */
  text<Row>(
    rows: readonly Row[],
    written: (rows: readonly Row[], count: number) => string,
    position: (row: Row) => Position,
  ): JsonText;
};

/**
 * Opens the requested page. The cursor is bound to the list's name, the caller's reach and all filters.
 * @throws AppError `cursor_expired`, `invalid_request`
 */
export function openPage(
  call: { services: Services; actor: Actor },
  list: string,
  input: PageInput & Record<string, unknown>,
): Page {
  const { keyRing, clock } = call.services;
  const { limit, cursor, ...filters } = input;
  const { level, partner_id, tenant_id, identity_id, identity_ids = [] } = call.actor;
  const identities = identity_ids.length > 0 ? identity_ids.join(' ') : identity_id;
  const fingerprint = listFingerprint([list, level, partner_id, tenant_id, identities, filters]);
  const after = cursor === undefined ? null : openCursor(keyRing, fingerprint, cursor, clock.now());
  const cursorAfter = (position: Position): string => sealCursor(keyRing, fingerprint, position, clock.now());
  const next = <Row>(rows: readonly Row[], position: (row: Row) => Position): string | null => {
    const last = rows[limit - 1];
    return rows.length > limit && last !== undefined ? cursorAfter(position(last)) : null;
  };
  return {
    after,
    take: limit + 1,
    cursorAfter,
    answer: (rows, item, position) => ({
      data: rows.slice(0, limit).map(item),
      next_cursor: next(rows, position),
    }),
    text: (rows, written, position) => {
      // A cursor is base64url, so it needs no escaping.
      const cursor = next(rows, position);
      const items = written(rows, Math.min(rows.length, limit));
      return new JsonText(`{"data":[${items}],"next_cursor":${cursor === null ? 'null' : `"${cursor}"`}}`);
    },
  };
}

import { createHash } from 'node:crypto';
import { DAY } from '../base/clock.ts';
import { AppError, invalidRequest } from '../catalogue/errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { open, seal } from '../keys/sealing.ts';

/** A position in a list: the sort values of the last row of a page. */
export type Position = (string | number | null)[];

type Payload = { list: string; at: Position; made: number };

const LIFETIME = DAY;

/**
 * Identifies one list of one caller. A cursor works only for the list, filters and reach that it was created for.
 * `parts` are the operation, the actor's reach and every filter except cursor and limit.
 */
export const listFingerprint = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** An opaque cursor `kid.sealed`, readable only by this deployment. */
export function sealCursor(ring: KeyRing, list: string, at: Position, now: Date): string {
  const { kid, key } = ring.active('cursor');
  const payload: Payload = { list, at, made: now.getTime() };
  return `${kid}.${seal(key, JSON.stringify(payload), `cursor/${kid}`).toString('base64url')}`;
}

/** @throws AppError `cursor_expired` after 24 hours; `invalid_request` if the cursor is malformed or of another list */
export function openCursor(ring: KeyRing, list: string, cursor: string, now: Date): Position {
  const payload = read(ring, cursor, now);
  if (!payload || payload.list !== list) {
    throw invalidRequest([
      {
        path: 'cursor',
        message: 'Pass next_cursor of the previous page of this list, with the same filters.',
      },
    ]);
  }
  if (now.getTime() - payload.made > LIFETIME) throw new AppError('cursor_expired');
  return payload.at;
}

function read(ring: KeyRing, cursor: string, now: Date): Payload | null {
  const dot = cursor.indexOf('.');
  const kid = cursor.slice(0, Math.max(dot, 0));
  const ringKey = ring.verifying('cursor', kid, now);
  if (!ringKey) return null;
  const plain = open(ringKey.key, Buffer.from(cursor.slice(dot + 1), 'base64url'), `cursor/${kid}`);
  return plain && (JSON.parse(plain.toString()) as Payload);
}

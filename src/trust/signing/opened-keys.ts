import type { KeyObject } from 'node:crypto';
import type { Sealer } from '#kernel/keys/sealing.ts';
import { privateKeyOf } from './key-pair.ts';
import type { IdentityKeyRow } from './repository.ts';

/** The maximum number of opened keys in a process. The least recently used is dropped first. */
const MOST_OPEN = 1_000;

const all = new WeakMap<Sealer, Map<string, KeyObject>>();

/**
 * The private key of a row that was just read, opened once in each process, because opening it takes longer than
 * signing. Only an active row has one, so a revoked key is never used again.
 */
export function openedKey(
  sealer: Sealer,
  { kid, private_key }: Pick<IdentityKeyRow, 'kid' | 'private_key'>,
): KeyObject {
  const opened = all.get(sealer) ?? new Map<string, KeyObject>();
  all.set(sealer, opened);
  const key = opened.get(kid) ?? privateKeyOf(sealer.open('identity-key', private_key!, kid));
  opened.delete(kid);
  opened.set(kid, key);
  if (opened.size > MOST_OPEN) opened.delete(opened.keys().next().value!);
  return key;
}

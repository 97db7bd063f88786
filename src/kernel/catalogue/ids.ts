import { encodeTime, monotonicFactory } from 'ulid';

/** Id prefixes of every kind of object (spec 2.1). The only list of them. */
export const idPrefixes = {
  tenant: 'ten',
  identity: 'idn',
  address: 'adr',
  domain: 'dom',
  thread: 'thr',
  message: 'msg',
  attachment: 'att',
  webhook: 'whk',
  delivery: 'dlv',
  event: 'evt',
  key: 'key',
  erasure: 'era',
  export: 'exp',
  job: 'job',
  audit: 'aud',
  request: 'req',
  user: 'usr',
  invitation: 'inv',
  deadLetter: 'dlq',
  hold: 'hld',
  probe: 'prb',
  partner: 'ptn',
  draft: 'drf',
  approval: 'apr',
  application: 'app',
  upload: 'upl',
  refusal: 'rfs',
} as const;

export type IdKind = keyof typeof idPrefixes;

const pool = new Uint32Array(1024);
let used = pool.length;

/** Random numbers from 0 to 1, drawn from the system's generator in bulk, because the library asks for one per character. */
function random(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool[used++]! / 2 ** 32;
}

const nextUlid = monotonicFactory(random);

/** A ULID without a prefix, for rows that no client ever names: 26 characters, increasing within a process. */
export const newUlid = (): string => nextUlid();

/** A lower bound for ULIDs: it sorts before every ULID of this time or later, and after every earlier one. */
export const ulidFloor = (time: Date): string => encodeTime(Math.max(0, time.getTime()), 10);

/** A new public id, for example `msg_01K…`: prefix, underscore, 26 characters of Crockford base32. */
export const newId = (kind: IdKind): string => `${idPrefixes[kind]}_${nextUlid()}`;

/** The form of an id of this kind. A ULID's first character is at most 7 (48 bits of time). */
export const idPattern = (kind: IdKind): RegExp =>
  new RegExp(`^${idPrefixes[kind]}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`);

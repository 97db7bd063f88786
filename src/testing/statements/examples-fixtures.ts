import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable, Transaction } from '#kernel/data/database.ts';
import type { WakeUps } from '#kernel/data/shared-wake-up.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';
import type { Condition } from '#search/plan.ts';
import { type Compiled, compile } from '#search/repository/conditions.ts';
import type { Search } from '#search/repository/documents.ts';
import { anything } from './probe.ts';

// Functions that need specific arguments for a valid statement, because a key selects the SQL or SQL is passed in.
// They are called with all variants.

export type Example = {
  file: string;
  /** Functions that are not called with arbitrary arguments. */
  functions: string[];
  call(probed: unknown): unknown;
};

function example<Module>(
  file: string,
  functions: (keyof Module & string)[],
  call: (room: Module) => unknown,
): Example {
  return { file, functions, call: (probed) => call(probed as Module) };
}

const db = anything as Database & Transaction & Queryable;
const now = new Date(0);
const raw = { id: 'b', size: 1, content: Buffer.from('a'), packed: false, object_key: null };
const actors = (['platform', 'partner', 'tenant', 'identity'] as const).map(
  (level) => ({ level, partner_id: 'prt_1', tenant_id: 'tnt_1', identity_id: 'idn_1' }) as Actor,
);
const scopes: ErasureScope[] = (
  [
    { kind: 'message', messageId: 'msg_1' },
    { kind: 'thread', threadId: 'thr_1' },
    { kind: 'identity' },
    { kind: 'counterparty', address: 'ann@example.com' },
    { kind: 'tenant' },
  ] as const
).map((scope) => ({ tenantId: 'tnt_1', identityId: 'idn_1', ...scope }) as unknown as ErasureScope);

const term: Condition = { kind: 'term', term: { text: 'word', kind: 'words', parts: '', loose: true } };
/** One search condition of every kind. */
const conditions: Condition[] = [
  term,
  { kind: 'keys', any: [['is:sent'], ['is:received', 'has:attachment']] },
  { kind: 'thread', any: ['thr_1'] },
  ...(['>=', '<', 'on'] as const).map(
    (compare): Condition => ({ kind: 'time', compare, moment: '2026-01-01', clock: 'own' }),
  ),
  { kind: 'time', compare: '<', moment: '2026-01-01T00:00:00Z', clock: 'arrival' },
  { kind: 'size', compare: '>', bytes: 1 },
  { kind: 'needs_reply', compare: '>=', value: 0.5 },
  { kind: 'everything' },
];
const queries = new Map(term.kind === 'term' ? [[term.term, `'word'`]] : []);
const compileWith = (make: typeof compile): Compiled[] =>
  [
    ...conditions,
    { kind: 'and' as const, of: conditions },
    { kind: 'or' as const, of: conditions },
    { kind: 'not' as const, of: term },
  ].map((condition) => make(condition, queries, { timezone: 'UTC', now }));
const searches = compileWith(compile).map(
  (compiled): Search => ({ identityId: 'idn_1', compiled, review: false, below: 20_000, now }),
);
const ranking = { terms: [{ query: `'word'`, weight: 1 }], pairs: [], averageLength: 1 };

const all = (calls: (() => unknown)[]): Promise<unknown> =>
  Promise.allSettled(calls.map(async (call) => call()));

export const examples: Example[] = [
  example<typeof import('#kernel/data/blobs.ts')>('src/kernel/data/blobs.ts', [], (room) =>
    room.insertBlobs(db, [raw]),
  ),
  example<typeof import('#kernel/data/blob-references.ts')>(
    'src/kernel/data/blob-references.ts',
    ['deleteUnusedBlobs'],
    (room) =>
      room.deleteUnusedBlobs(
        anything as never,
        { ...db, rows: async () => [{ table: 'messages', column: 'raw_id' }] } as never,
        ['b'],
      ),
  ),
  example<typeof import('#kernel/data/shared-wake-up.ts')>(
    'src/kernel/data/shared-wake-up.ts',
    ['openSharedWakeUp'],
    async (room) => {
      const wakeUps: WakeUps = new EventEmitter();
      const shared = room.openSharedWakeUp(db, wakeUps, anything as never);
      wakeUps.emit('event', ['evt_1']);
      await delay(20);
      await shared.close();
    },
  ),
  example<typeof import('#kernel/keys/key-ring.ts')>('src/kernel/keys/key-ring.ts', [], async (room) => {
    const keyRing = new room.KeyRing('secret');
    const tx = { ...db, run: async () => 1, rows: async () => [], afterCommit: () => undefined } as never;
    await keyRing.rotate(tx, 'link', { now, revokePrevious: true }).catch(() => undefined);
  }),
  example<typeof import('#platform/repository.ts')>('src/platform/repository.ts', ['sweepBlobs'], (room) =>
    room.sweepBlobs(db, [{ table: 'messages', column: 'raw_id' }], { beyond: '', before: now, take: 1 }),
  ),
  example<typeof import('#mail/sending/repository.ts')>('src/mail/sending/repository.ts', [], (room) =>
    room.insertCaptured(db, [{ rfc_message_id: '<a@b>', envelope_from: '', envelope_to: [], raw }]),
  ),
  // This function gets its statement from others, which are called as usual.
  example<typeof import('#mail/overview/repository.ts')>(
    'src/mail/overview/repository.ts',
    ['countAndShow'],
    (room) => room.findHeldMail(db, 'ten_1'),
  ),
  example<typeof import('#mail/spool/repository.ts')>('src/mail/spool/repository.ts', [], (room) =>
    room.insertAccepted(db, [{ receipt: anything as never, raw }]),
  ),
  example<typeof import('#mailbox/identities/repository.ts')>(
    'src/mailbox/identities/repository.ts',
    ['findByAddress', 'listIdentities'],
    (room) =>
      all(
        actors.flatMap((actor) => [
          () => room.findByAddress(db, actor, 'ann@example.com'),
          () => room.listIdentities(db, actor, {}, { beyond: null, take: 1 }),
          () =>
            room.listIdentities(
              db,
              actor,
              { tenant_id: 'tnt_1', status: 'active', purpose: 'p', client_id: 'c' },
              { beyond: 'idn_1', take: 1 },
            ),
        ]),
      ),
  ),
  example<typeof import('#workspace/domains/repository.ts')>(
    'src/workspace/domains/repository.ts',
    ['findDomain', 'noteAsked'],
    (room) =>
      all([
        ...actors.map((actor) => () => room.findDomain(db, actor, 'dom_1')),
        () => room.noteAsked(db, 'dom_1', 'verify', now),
        () => room.noteAsked(db, 'dom_1', 'probe', now),
      ]),
  ),
  example<typeof import('#workspace/webhooks/repository.ts')>(
    'src/workspace/webhooks/repository.ts',
    ['findEndpoint'],
    (room) => all(actors.map((actor) => () => room.findEndpoint(db, actor, 'whk_1'))),
  ),
  example<typeof import('#workspace/api-keys/repository.ts')>(
    'src/workspace/api-keys/repository.ts',
    ['revokeKeysOf'],
    (room) =>
      all(
        [{ partner_id: 'a' }, { tenant_id: 'a' }, { identity_id: 'a' }].map(
          (owner) => () => room.revokeKeysOf(db, owner, now),
        ),
      ),
  ),
  example<typeof import('#search/repository/conditions.ts')>(
    'src/search/repository/conditions.ts',
    [],
    (room) => compileWith(room.compile).map((compiled) => room.holds(compiled)),
  ),
  example<typeof import('#search/repository/documents.ts')>(
    'src/search/repository/documents.ts',
    ['rankedRows'],
    (room) =>
      all(
        searches.flatMap((search) => [
          () => room.findDocuments(db, search, 10),
          () => room.findDocuments(db, { ...search, ranking }, 10),
          () => room.scoreDocuments(db, ranking, now, ['msg_1']),
          () => room.findDocuments(db, { ...search, review: true, unranked: true, below: 10 }, 10),
          () => room.findFitting(db, search, ['msg_1']),
          () => room.findThreads(db, search, [], { from: 0, below: 1 }),
        ]),
      ),
  ),
  example<typeof import('#search/repository/vectors.ts')>('src/search/repository/vectors.ts', [], (room) =>
    all(
      searches.flatMap(({ compiled, ...search }) =>
        [{ ids: ['msg_1'] }, { places: null }, { places: compiled }, { newest: compiled }].map(
          (among) => () => room.findNear(db, { ...search, model: 'm', code: '01', among }, 10),
        ),
      ),
    ),
  ),
  example<typeof import('#search/repository/erasure.ts')>(
    'src/search/repository/erasure.ts',
    ['countLeft'],
    (room) => all(scopes.map((scope) => () => room.countLeft(db, scope))),
  ),
];

import { describe, expect, it } from 'vitest';
import { outboundStatuses as deliveryStatuses } from '#mailbox/messages/schema.ts';
import {
  type DeliveryStatus,
  isCancelable,
  isWaiting,
  next,
  providerOutcomes,
  type RecipientState,
  rollUp,
  type Trigger,
} from './state.ts';

// Recipients and their message (spec 3.1), every state with every trigger. `+` after a status means `is_taken`: the
// transport has the message or may have it.

const triggers: Record<string, Trigger> = {
  accepted: { attempt: 'accepted' },
  refused: { attempt: 'refused_permanently' },
  later: { attempt: 'refused_temporarily' },
  given_up: { attempt: 'given_up' },
  unknown: { attempt: 'unknown' },
  inside: { inside: 'delivered' },
  no_mailbox: { inside: 'no_mailbox' },
  cancel: 'cancel',
  suppress: 'suppress',
  sent: 'resolve_sent',
  not_sent: 'resolve_not_sent',
  ...Object.fromEntries(providerOutcomes.map((provider) => [`p:${provider}`, { provider }])),
};

const told = (...statuses: DeliveryStatus[]): Record<string, string> =>
  Object.fromEntries(statuses.map((status) => [`p:${status}`, `${status}+`]));

const waiting = {
  accepted: 'submitted+',
  refused: 'rejected',
  later: 'deferred',
  given_up: 'failed',
  unknown: 'uncertain+',
  inside: 'delivered+',
  no_mailbox: 'bounced',
  cancel: 'canceled',
  suppress: 'suppressed',
  ...told(...providerOutcomes),
};
const dead = ['delivered', 'suppressed', 'bounced', 'complained'] as const;

/** All allowed transitions. Any other trigger changes nothing. */
const allowed: Record<string, Record<string, string>> = {
  queued: waiting,
  deferred: waiting,
  'submitted+': told('deferred', 'failed', 'rejected', ...dead),
  'deferred+': told('failed', 'rejected', ...dead),
  'uncertain+': {
    accepted: 'submitted+',
    refused: 'rejected',
    sent: 'submitted+',
    not_sent: 'failed+',
    ...told(...providerOutcomes),
  },
  'failed+': told('rejected', ...dead),
  'rejected+': told(...dead),
  'delivered+': told('suppressed', 'bounced', 'complained'),
  'suppressed+': told('bounced', 'complained'),
  'bounced+': told('complained'),
  'complained+': {},
  bounced: {},
  rejected: {},
  failed: {},
  suppressed: {},
  canceled: {},
};

const read = (name: string): RecipientState => ({
  status: name.replace('+', '') as DeliveryStatus,
  is_taken: name.endsWith('+'),
});
const show = (state: RecipientState | null): string | undefined =>
  state ? `${state.status}${state.is_taken ? '+' : ''}` : undefined;

describe('a recipient', () => {
  it.each(Object.keys(allowed))('%s moves as the table says and no other way', (from) => {
    const moves = Object.entries(triggers).map(([name, trigger]) => [name, show(next(read(from), trigger))]);
    expect(Object.fromEntries(moves.filter(([, to]) => to !== undefined))).toEqual(allowed[from]);
  });

  it('reaches no state that the table does not have, and every one that is not set at the acceptance', () => {
    const seen = new Set(['queued', 'suppressed']);
    for (const from of seen) {
      for (const trigger of Object.values(triggers)) {
        const to = show(next(read(from), trigger));
        if (to) seen.add(to);
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(allowed).sort());
  });

  it('is never handed over again once a transport may have the message', () => {
    for (const from of Object.keys(allowed).filter((name) => name.endsWith('+'))) {
      for (const trigger of Object.values(triggers)) {
        const to = next(read(from), trigger);
        if (to) expect(isWaiting(to), `${from} by ${JSON.stringify(trigger)}`).toBe(false);
      }
    }
  });

  it('ends alike in whatever order its provider tells, before or after our own record', () => {
    const orders = <T>(items: readonly T[]): T[][] =>
      items.length < 2
        ? [[...items]]
        : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
    const sets = Array.from({ length: 2 ** providerOutcomes.length }, (_, bits) =>
      providerOutcomes.filter((_, index) => bits & (1 << index)),
    ).filter((set) => set.length > 0 && set.length < 5);
    for (const record of ['accepted', 'unknown'] as const) {
      for (const set of sets) {
        const ends = orders([{ attempt: record }, ...set.map((provider) => ({ provider }))]).map((order) =>
          show(order.reduce((state, trigger) => next(state, trigger) ?? state, read('queued'))),
        );
        expect([...new Set(ends)], `${record} and ${set.join()}`).toEqual([`${set.at(-1)}+`]);
      }
    }
  });
});

describe('a message', () => {
  it.each<[DeliveryStatus, DeliveryStatus[]]>([
    ['queued', ['queued']],
    ['queued', ['queued', 'delivered']],
    ['submitted', ['submitted', 'delivered', 'bounced', 'suppressed']],
    ['delivered', ['delivered', 'delivered']],
    ['delivered', ['delivered', 'suppressed']],
    ['deferred', ['deferred', 'submitted', 'queued', 'bounced']],
    ['bounced', ['bounced', 'delivered']],
    ['bounced', ['bounced', 'rejected', 'failed']],
    ['rejected', ['rejected', 'delivered']],
    ['failed', ['failed', 'delivered']],
    ['complained', ['complained', 'delivered', 'submitted']],
    ['uncertain', ['uncertain', 'complained', 'deferred', 'delivered']],
    ['suppressed', ['suppressed', 'suppressed']],
    ['canceled', ['canceled', 'suppressed', 'bounced', 'rejected']],
  ])('is %s when its recipients are %j', (status, recipients) => {
    expect(rollUp(recipients)).toBe(status);
    expect(rollUp(recipients.toReversed())).toBe(status);
  });

  it('has the status of its recipients when they agree, and always one of theirs', () => {
    for (const one of deliveryStatuses) {
      expect(rollUp([one, one])).toBe(one);
      for (const other of deliveryStatuses) {
        expect([one, other]).toContain(rollUp([one, other]));
        expect(rollUp([one, other])).toBe(rollUp([other, one]));
      }
    }
  });

  it.each<[boolean, string[], boolean]>([
    [true, ['queued'], false],
    [true, ['queued', 'suppressed'], false],
    [true, ['deferred', 'rejected'], false],
    [false, ['queued'], true],
    [false, ['queued', 'delivered+'], false],
    [false, ['deferred', 'submitted+'], false],
    [false, ['deferred+'], false],
    [false, ['uncertain+'], false],
    [false, ['suppressed'], false],
    [false, ['canceled'], false],
    [false, ['rejected'], false],
  ])('can be cancelled: %s for %j, being sent: %s', (can, recipients, isBeingSent) => {
    expect(isCancelable(recipients.map(read), isBeingSent)).toBe(can);
  });
});

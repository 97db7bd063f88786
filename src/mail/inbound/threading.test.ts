import { describe, expect, it } from 'vitest';
import type { NewMessage } from '#mailbox/messages/index.ts';
import { Threading } from './threading.ts';

const ada = { address: 'ada@mail.localhost', name: null };
const grace = { address: 'grace@sender.example', name: 'Grace' };
const mallory = { address: 'mallory@elsewhere.example', name: null };

type Sender = NonNullable<NewMessage['from']>;

const openThread = () =>
  new Threading({
    byToken: new Map(),
    known: [],
    stored: [{ id: 'thr_1', participants: [ada, grace], message_count: 1 }],
  });

const arrived = (status: string, from: Sender = grace, triage: object = { status: 'pending' }): NewMessage =>
  ({
    tenant_id: 'ten_1',
    identity_id: 'idn_1',
    thread_id: 'thr_1',
    subject: 'The order',
    status,
    from,
    to: [ada],
    cc: [],
    triage,
    created_at: '2027-03-01T12:00:00.000Z',
  }) as unknown as NewMessage;

describe('what a message tells its thread (interface-spec 2.6, 2.7)', () => {
  it('a received one: counts, people, time', () => {
    const threading = openThread();
    threading.add(arrived('received', mallory));
    expect(threading.changes()).toMatchObject([
      {
        message_count: 1,
        quarantined_count: 0,
        unread_count: 1,
        participants: [ada, grace, mallory],
        directions: ['inbound'],
        last_at: '2027-03-01T12:00:00.000Z',
      },
    ]);
  });

  it.each(['quarantined', 'hidden', 'throttled'])('a %s one: nothing that agents see', (status) => {
    const threading = openThread();
    threading.add(arrived(status, mallory));
    expect(threading.changes()).toMatchObject([
      {
        message_count: 0,
        quarantined_count: 1,
        unread_count: 0,
        participants: [ada, grace],
        directions: [],
        last_at: null,
      },
    ]);
  });

  it('several of one batch are one change', () => {
    const threading = openThread();
    for (const status of ['received', 'quarantined', 'received']) threading.add(arrived(status));
    expect(threading.changes()).toMatchObject([
      { message_count: 2, quarantined_count: 1, unread_count: 2, directions: ['inbound'], triage: null },
    ]);
  });

  it('the triage of the newest that agents see and that has one', () => {
    const threading = openThread();
    const done = (category: string) => ({ status: 'done', category, needs_reply: 0.5, urgency: 1 });
    threading.add(arrived('received', grace, done('billing')));
    threading.add(arrived('received', grace, done('sales')));
    threading.add(arrived('quarantined', grace, { status: 'skipped', category: null }));
    threading.add(arrived('received', grace, { status: 'pending' }));
    expect(threading.changes()[0]!.triage).toMatchObject(done('sales'));
  });
});

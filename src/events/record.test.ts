import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel/catalogue/ids.ts';
import { identityResumed } from '#mailbox/identities/events.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { identityDeleted } from '#trust/privacy/events.ts';
import { memberRemoved } from '#workspace/members/events.ts';
import { cutText, type NewEvent, recordEvents } from './index.ts';

// Events are written in the transaction of their change and numbered per owner (spec 6.1).

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api?.close());

const tenant_id = newId('tenant');
const resumed = (identity_id: string): NewEvent =>
  identityResumed({ tenant_id, identity_id, data: { identity_id } });
const record = (events: NewEvent[]) =>
  api.services.db.transaction((tx) => recordEvents(tx, api.services, events));

type Row = { id: string; sequence: number | null; data: Record<string, unknown> };
const rowsOf = (identityId: string): Promise<Row[]> =>
  api.services.db.rows<Row>({
    name: 'test.events',
    text: 'select id, sequence, data from events where identity_id = $1 order by position',
    values: [identityId],
  });

describe('sequence', () => {
  it('goes up by one per owner, also within a batch of several owners', async () => {
    const [a, b] = [newId('identity'), newId('identity')];
    await record([resumed(a), resumed(b), resumed(a)]);
    await record([resumed(b), resumed(a)]);
    expect((await rowsOf(a)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await rowsOf(b)).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect((await rowsOf(a)).every(({ id }) => /^evt_[0-9A-Z]{26}$/.test(id))).toBe(true);
  });

  it('has no gaps in what committed, whatever runs at once and whatever is rolled back', async () => {
    const owners = Array.from({ length: 5 }, () => newId('identity'));
    const attempt = async (turn: number) => {
      // The owners come in varying order, so that transactions would deadlock if they did not sort their locks.
      const order = owners.map((_, place) => owners[(place * (turn % 2 ? 1 : 4) + turn) % 5]!);
      await api.services.db
        .transaction(async (tx) => {
          await recordEvents(tx, api.services, order.map(resumed));
          if (turn % 3 === 0) throw new Error('rolled back');
        })
        .catch((error: Error) => expect(error.message).toBe('rolled back'));
    };
    await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(turn)));
    for (const owner of owners) {
      const expected = Array.from({ length: 20 }, (_, index) => index + 1);
      expect((await rowsOf(owner)).map(({ sequence }) => sequence)).toEqual(expected);
    }
  });

  it('is null for platform events, and a job counts its own', async () => {
    const identity_id = newId('identity');
    const job_id = newId('erasure');
    const data = { identity_id, erasure_request_id: job_id };
    await record([
      resumed(identity_id),
      identityDeleted({ tenant_id, identity_id, job_id, data }),
      memberRemoved({ tenant_id, data: { user_id: newId('user') } }),
    ]);
    expect((await rowsOf(identity_id)).map(({ sequence }) => sequence)).toEqual([1, 1]);
    const removed = await api.services.db.first<Row>({
      name: 'test.removed',
      text: `select sequence from events where type = 'member.removed' and tenant_id = $1`,
      values: [tenant_id],
    });
    expect(removed).toEqual({ sequence: null });
  });
});

describe('payload', () => {
  it('holds what its definition declares and nothing else', async () => {
    const identity_id = newId('identity');
    const data = { identity_id, secret: 'x' };
    await record([identityResumed({ tenant_id, identity_id, data })]);
    expect((await rowsOf(identity_id))[0]!.data).toEqual({ identity_id });
    const wrong = { tenant_id, identity_id, data: {} } as unknown as Parameters<typeof identityResumed>[0];
    expect(() => identityResumed(wrong)).toThrow();
  });

  it.each([
    ['all of it', 'Grüße', 7, 'Grüße', false],
    ['a cut before the character that does not fit', 'Grüße', 3, 'Gr', true],
    ['a cut after it', 'Grüße', 4, 'Grü', true],
    ['no half of a character outside the plane', 'a😀b', 4, 'a', true],
    ['the whole of one', 'a😀b', 5, 'a😀', true],
    ['nothing', 'text', 0, '', true],
    ['nothing of nothing', '', 0, '', false],
    ['a long text', 'é'.repeat(50_000), 16_384, 'é'.repeat(8_192), true],
  ])('gives %s (2.3, webhook_text_bytes)', (_, text, bytes, extracted_text, extracted_text_truncated) => {
    expect(cutText(text, bytes)).toEqual({ extracted_text, extracted_text_truncated });
  });
});

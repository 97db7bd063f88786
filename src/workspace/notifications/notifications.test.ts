import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { createTenant, freshSlug } from '#testing/tenants.ts';
import { digest, notificationRetention, notify } from './index.ts';
import { jobs } from './jobs.ts';

// Notification email (spec 8.4): 50 per person and 200 per workspace and day; further ones go into a digest.

let product: TestProduct;
const START = new Date('2026-11-10T10:00:00Z');
const clock = { time: START, now: () => clock.time };

beforeAll(async () => {
  product = await openTestProduct({ PM_CONSOLE_URL: 'https://console.example' }, clock);
});
afterAll(() => product.close());
beforeEach(() => {
  clock.time = START;
});

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: text.slice(0, 60), text, values });

/** So many members of a new workspace. */
async function workspace(many: number) {
  const slug = freshSlug();
  const { id } = await createTenant(product, { name: slug });
  const people = Array.from({ length: many }, (_, n) => ({
    user_id: `usr_${slug}_${n}`,
    email: `p${n}@${slug}.example`,
  }));
  for (const { user_id, email } of people) {
    await rows("insert into users (id, email, name) values ($1, $2, '')", user_id, email);
    await rows("insert into members (tenant_id, user_id, role) values ($1, $2, 'member')", id, user_id);
  }
  return { id, people };
}

const tell = (tenantId: string, people: { user_id: string; email: string }[], subject: string) =>
  product.services.db.transaction((tx) =>
    notify(tx, product.services, { tenantId, people, subject, text: `About ${subject}` }),
  );

const standing = async (tenantId: string) => {
  const [counts] = await rows<{ mailed: number; held: number }>(
    `select count(*) filter (where not is_held) as mailed, count(*) filter (where is_held) as held
     from notifications where tenant_id = $1`,
    tenantId,
  );
  return counts!;
};

const runDigest = () =>
  digest.run({ services: product.services, signal: new AbortController().signal, progress: async () => {} });

/** The mails that an address got, in any order, when no job for one is left. */
async function mailsTo(address: string) {
  await product.eventually(
    () => rows("select from graphile_worker.jobs where task_identifier = 'sending.service_mail'"),
    (left) => left.length === 0,
  );
  const found = await rows<{ content: Buffer }>(
    'select b.content from captured_mail c join blobs b on b.id = c.raw_id where $1 = any(c.envelope_to)',
    address,
  );
  return Promise.all(found.map(({ content }) => PostalMime.parse(content)));
}

describe('notifications (8.4)', () => {
  it('are mailed to a person 50 times a day, at the same time too; the rest comes as one digest', async () => {
    const { id, people } = await workspace(1);
    await Promise.all(Array.from({ length: 53 }, (_, n) => tell(id, people, `Notice ${n}`)));
    expect(await standing(id)).toEqual({ mailed: 50, held: 3 });
    expect(await mailsTo(people[0]!.email)).toHaveLength(50);
    await Promise.all([runDigest(), runDigest()]);
    await runDigest();
    const mails = await mailsTo(people[0]!.email);
    expect(mails).toHaveLength(51);
    const { text } = mails.find(({ subject }) => subject === 'Digest: 3 notifications')!;
    expect(text!.match(/^- Notice \d+$/gm)).toHaveLength(3);
    expect(text).toContain('https://console.example/console');
    expect(await standing(id)).toEqual({ mailed: 50, held: 0 });
  });

  it('are held until 09:00 UTC, and sent later when nothing ran then', async () => {
    const { id, people } = await workspace(1);
    const held = async (time: string): Promise<number> => {
      clock.time = new Date(time);
      await jobs[0].run({ services: product.services, attempt: 1, signal: new AbortController().signal }, {});
      return (await standing(id)).held;
    };
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    expect(await held('2026-11-10T11:00:00Z')).toBe(1);
    expect(await held('2026-11-11T08:59:59Z')).toBe(1);
    clock.time = new Date('2026-11-11T12:30:00Z');
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Next notice ${n}`);
    expect(await held('2026-11-11T13:00:00Z')).toBe(1);
    expect(await held('2026-11-12T09:00:00Z')).toBe(0);
    const digests = (await mailsTo(people[0]!.email)).filter(({ subject }) => subject?.startsWith('Digest'));
    expect(digests.map(({ text }) => /^- (.*)$/m.exec(text!)![1]).sort()).toEqual([
      'Next notice 50',
      'Notice 50',
    ]);
  });

  it('are counted anew the next day, when what was mailed is forgotten', async () => {
    const { id, people } = await workspace(1);
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    clock.time = new Date('2026-11-11T00:00:00Z');
    expect(
      await notificationRetention.run({ services: product.services, signal: new AbortController().signal }),
    ).toBeGreaterThanOrEqual(50);
    await tell(id, people, 'Next day');
    expect(await standing(id)).toEqual({ mailed: 1, held: 1 });
  });

  it('are mailed 200 times a day for a workspace, whoever they go to', async () => {
    const { id, people } = await workspace(6);
    for (let n = 0; n < 40; n += 1) await tell(id, people, `Notice ${n}`);
    expect(await standing(id)).toEqual({ mailed: 200, held: 40 });
  });

  it('tell nothing of a workspace to somebody who has left it, and go with the workspace', async () => {
    const { id, people } = await workspace(1);
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    await rows('delete from members where tenant_id = $1', id);
    await runDigest();
    const subjects = (await mailsTo(people[0]!.email)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(50);
    expect(subjects.filter((subject) => subject?.startsWith('Digest'))).toEqual([]);
    await product.call('POST', '/v1/erasure-requests', { body: { tenant_id: id, scope: 'tenant' } });
    await product.eventually(
      () => standing(id),
      ({ mailed, held }) => mailed + held === 0,
    );
  });
});
